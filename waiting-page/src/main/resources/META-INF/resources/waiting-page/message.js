/*
 * The script of the plain pages. One classic script in ES5, like the waiting page's; without it each page
 * does its job by hand.
 */
(function (window, document) {
  'use strict';

  /** Follows the page's link by itself after a while, for as long as the visitor leaves that on. */
  function tryAgain(choice) {
    var box = choice.getElementsByTagName('input')[0], timer;
    box.onchange = function () {
      window.clearTimeout(timer);
      if (box.checked) timer = window.setTimeout(follow, Number(box.getAttribute('data-after')) * 1000);
    };
    choice.hidden = false;
    box.onchange();
  }

  function follow() {
    window.location.replace(document.getElementById('onward').href);
  }

  /** The bytes of a text of ASCII. */
  function bytes(text) {
    var array = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
    return array;
  }

  function isHex(array, digits) {
    for (var i = 0; i < array.length; i++) {
      if (array[i] !== parseInt(digits.substr(2 * i, 2), 16)) return false;
    }
    return true;
  }

  /**
   * ALTCHA's proof of work: the number that has this SHA-256 when it is written behind the salt. Some are
   * tried at once, so that the tab stays awake meanwhile.
   */
  function solve(task, solved) {
    var next = 0, over = false;
    function attempt() {
      var number = next++;
      if (over || number > task.maxnumber) return;
      window.crypto.subtle.digest(task.algorithm, bytes(task.salt + number)).then(function (digest) {
        if (!isHex(new Uint8Array(digest), task.challenge)) return attempt();
        over = true;
        solved(number);
      });
    }
    for (var i = 0; i < 32; i++) attempt();
  }

  function work(form) {
    var task = JSON.parse(form.getAttribute('data-task'));
    solve(task, function (number) {
      var solution = { algorithm: task.algorithm, challenge: task.challenge, number: number, salt: task.salt,
        signature: task.signature };
      form.elements.altcha.value = window.btoa(JSON.stringify(solution));
      if (form.getAttribute('data-by-itself') === 'true') form.submit();
    });
  }

  /** Copies what is quoted; without a clipboard it selects it, to be copied by hand. */
  function copy(button, quoted) {
    button.hidden = false;
    button.onclick = function () {
      var clipboard = window.navigator.clipboard, selection = window.getSelection();
      selection.selectAllChildren(quoted);
      if (clipboard) {
        clipboard.writeText(quoted.textContent).then(function () {
          document.getElementById('copied').textContent = button.getAttribute('data-done');
        });
      }
    };
  }

  /** A moment in the visitor's own time zone, as the waiting page has it. */
  function moment(iso) {
    var date = new Date(iso), language = document.documentElement.lang;
    var region = /-[A-Z]{2}$/.exec(window.navigator.language) || '';
    try {
      return date.toLocaleString(language.replace('-BR', '') + region + '-u-ca-gregory' + (/^(bn|fa)$/.test(language) ? '' : '-nu-latn'),
        { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
    } catch (oldBrowser) { return date.toLocaleString(); }
  }

  function tellMoments(paragraph) {
    paragraph.textContent = paragraph.getAttribute('data-raw').replace(/\{(\w+)\}/g, function (all, name) {
      var iso = document.getElementsByTagName('main')[0].getAttribute('data-' + name);
      return iso ? moment(iso) : all;
    });
  }

  var told = document.querySelectorAll('[data-raw]');
  for (var i = 0; i < told.length; i++) tellMoments(told[i]);
  var times = document.getElementsByTagName('time');
  for (i = 0; i < times.length; i++) times[i].textContent = moment(times[i].getAttribute('datetime'));
  var button = document.getElementById('copy');
  if (button) copy(button, document.getElementById('quoted'));
  var form = document.getElementsByTagName('form')[0];
  if (form && form.getAttribute('data-task') && window.crypto && window.crypto.subtle) work(form);
  var choice = document.getElementById('by-itself');
  if (choice) tryAgain(choice);
})(window, document);
