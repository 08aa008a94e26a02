/*
 * For pages of a site: warns a visitor before the visit ends, and lets them stay where the room allows it.
 * One classic script in ES5 without a dependency. It sets no cookie, and shows itself in a shadow tree, so
 * neither the page's styles nor its policy (CSP) change it. Its only clock is the server's. How to include
 * it: docs/sites/visit.md.
 */
(function (window, document) {
  'use strict';

  var script = document.currentScript, root = document.documentElement;
  var room = script && script.getAttribute('data-room'), visit = script && script.getAttribute('data-visit');
  if (!room || !visit || !root.attachShadow) return;

  var address = script.src.replace(/\/waiting-page\/[^/]*$/, '') + '/rooms/' + encodeURIComponent(room) + '/visit';
  var earliest = Math.min(10, Math.max(1, Number(script.getAttribute('data-minutes')) || 5));

  var STYLE = ':host{all:initial!important}' +
    '*{box-sizing:border-box}[hidden]{display:none!important}' +
    'section{position:fixed;z-index:2147483647;inset-block-end:1em;inset-inline:1em;max-inline-size:27em;margin-inline-start:auto;' +
    'max-block-size:calc(100vh - 2em);overflow:auto;overflow-wrap:break-word;padding:1em 1.25em;border:2px solid #0b6150;' +
    'border-radius:.75em;background:#fff;color:#18212b;box-shadow:0 .5em 2em rgba(24,33,43,.25);' +
    'font:medium/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}' +
    'p{margin:0}p+p{margin-block-start:.25em}.left{font-weight:700;text-wrap:balance}' +
    'div{display:flex;flex-wrap:wrap;gap:.75em;margin-block-start:.75em}' +
    'button{font:inherit;font-weight:600;min-block-size:2.75em;padding:.25em 1.25em;border-radius:.5em;cursor:pointer;' +
    'border:2px solid #0b6150;background:#fff;color:#0b6150}' +
    '.main{background:#0b6150;color:#fff}' +
    'button:focus-visible{outline:3px solid #18212b;outline-offset:2px}' +
    '.said{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}' +
    '@media (prefers-color-scheme:dark){section{background:#181e26;color:#eef2f5;border-color:#62d8b6}' +
    'button{background:#181e26;color:#62d8b6;border-color:#62d8b6}.main{background:#62d8b6;color:#06231b}' +
    'button:focus-visible{outline-color:#eef2f5}}' +
    '@media print{section{display:none}}';

  var view, words, readAt, timer, quiet, box, left, then, stay, again, close, said, before, isOver, asking;

  /** Seconds that no clock setting changes. */
  function now() { return (window.performance && performance.now ? performance.now() : Date.now()) / 1000; }

  function secondsLeft() { return view.secondsLeft - (now() - readAt); }

  /** Asks the server; then gets the status, 0 where there is no answer. */
  function ask(method, done) {
    if (asking) return;
    asking = true;
    var request = new XMLHttpRequest(), sentAt = now();
    request.open(method, address + '?ui_locales=' + encodeURIComponent(root.lang || ''));
    request.setRequestHeader('Authorization', 'Bearer ' + visit);
    request.timeout = 10000;
    request.onloadend = function () {
      asking = false;
      var answer = null;
      try { answer = JSON.parse(request.responseText); } catch (noDocument) { /* as if there was no answer */ }
      if (answer && request.status === 200) {
        view = answer;
        readAt = sentAt;
      }
      if (answer && answer.words) words = answer.words;
      done(answer || request.status === 429 ? request.status : 0);
    };
    request.send();
  }

  /** Looks at the visit anew, unless it is over. */
  function look() {
    if (isOver) return;
    ask('GET', function (status) {
      if (status === 404 && words) over();
      else if (status === 0 || status === 429 || status >= 500) later(view ? 15 : 60, look);
      else if (status === 200) tick();
    });
  }

  function later(seconds, act) {
    window.clearTimeout(timer);
    timer = window.setTimeout(act, Math.max(0.5, Math.min(86400, seconds)) * 1000);
  }

  /** The end may have been moved meanwhile: before each warning the server is asked. */
  function tick() {
    var rest = secondsLeft(), minutes = Math.floor(rest / 60);
    if (rest >= earliest * 60 + 60) {
      hide();
      later(rest - earliest * 60 - 59, look);
    } else if (rest <= 0) {
      later(1, look);
    } else {
      if (minutes < closedAt()) warn(minutes);
      later(rest - minutes * 60 + 0.1, minutes > 1 ? tick : look);
    }
  }

  function warn(minutes) {
    build();
    put(left, words.minutes[minutes]);
    put(then, words.then);
    stay.hidden = !view.renewableUntil;
    again.hidden = true;
    var isNew = box.hidden;
    box.hidden = false;
    if (isNew || minutes < 1) tell(words.minutes[minutes]);
  }

  function over() {
    isOver = true;
    build();
    put(left, words.over);
    put(then, words.then);
    stay.hidden = true;
    again.hidden = false;
    box.hidden = false;
    tell(words.over);
  }

  /** The visitor stays: the time is shown for a while. */
  function stays() {
    ask('POST', function (status) {
      if (status === 404) return over();
      later(10, tick);
      if (status !== 200) {
        put(then, words.failed);
        return say(words.failed);
      }
      remember(secondsLeft() < earliest * 60 + 60 ? 1 : 99);
      put(left, words.left);
      put(then, '');
      say(words.left);
      if (focused() === stay) close.focus();
      stay.hidden = true;
    });
  }

  function closes() {
    if (!isOver) remember(secondsLeft() < 60 ? 0 : 1);
    hide();
  }

  function hide() {
    if (!box || box.hidden) return;
    var hadFocus = focused();
    box.hidden = true;
    if (hadFocus && before && before.focus) before.focus();
  }

  function focused() { return box.getRootNode().activeElement; }

  /** Below how many minutes a warning is shown again that was closed, in this tab and for this end. */
  function closedAt() {
    try {
      var kept = (window.sessionStorage.getItem('gatehouse.visit') || '').split(' ');
      return kept[0] === view.endsAt ? Number(kept[1]) : 99;
    } catch (storageIsOff) { return box && box.closedAt >= 0 ? box.closedAt : 99; }
  }

  function remember(minutes) {
    box.closedAt = minutes;
    try { window.sessionStorage.setItem('gatehouse.visit', view.endsAt + ' ' + minutes); } catch (storageIsOff) { /* this page */ }
  }

  function put(target, text) {
    if (target.textContent !== text) target.textContent = text;
    target.hidden = !text;
  }

  /** A sentence, and what the end means. */
  function tell(text) { say(words.then ? text + '. ' + words.then : text); }

  /** Told once to who cannot see, and not left to be read twice. */
  function say(text) {
    window.clearTimeout(quiet);
    said.textContent = text;
    quiet = window.setTimeout(function () { said.textContent = ''; }, 10000);
  }

  function made(name, parent, className) {
    var element = document.createElement(name);
    if (className) element.className = className;
    parent.appendChild(element);
    return element;
  }

  function button(parent, act, text, className) {
    var element = made('button', parent, className);
    element.type = 'button';
    element.textContent = text;
    element.onclick = act;
    return element;
  }

  function build() {
    if (box) return;
    var host = made('div', document.body), shadow = host.attachShadow({ mode: 'open' });
    try {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      shadow.adoptedStyleSheets = [sheet];
    } catch (oldBrowser) {
      var style = made('style', shadow);
      style.nonce = script.nonce;
      style.textContent = STYLE;
    }
    host.lang = words.lang;
    host.dir = words.dir;
    said = made('p', shadow, 'said');
    said.setAttribute('role', 'status');
    box = made('section', shadow);
    box.setAttribute('aria-label', words.label);
    box.hidden = true;
    left = made('p', box, 'left');
    then = made('p', box);
    var buttons = made('div', box);
    stay = button(buttons, stays, words.stay, 'main');
    again = button(buttons, function () {
      window.location.replace(window.location.href.split('#')[0]); // a path may begin as another host does
    }, words.again, 'main');
    close = button(buttons, closes, words.close);
    box.addEventListener('focusin', function (event) {
      if (event.relatedTarget && !box.contains(event.relatedTarget)) before = event.relatedTarget;
    });
    box.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') closes();
    });
  }

  /** A page that slept, or comes back from the browser's memory, knows nothing of the time between. */
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden && now() - (readAt || 0) > 30) look();
  });
  window.addEventListener('pageshow', function (event) {
    if (event.persisted) look();
  });

  look();
})(window, document);
