/*
 * The pages of a crowd in a lobby, each by the real script, on one clock that jumps from one thing that
 * happens to the next: so three minutes of thousands take seconds, and the same chance gives the same answer.
 * Of the document there is what the script touches, and it shows nothing. Asked with:
 *
 *   run      the script, as a function of what it finds in a browser
 *   begin    milliseconds of the epoch at which the clock starts
 *   doors    seconds after that
 *   last     seconds after that, when all is over
 *   pages    their positions
 *   turns    as which ones they are called, which draw.js knows when it is there
 *   boards   the board of each second
 *   serving  up to which position the board of each second has called
 *   texts    the page's
 *
 * Answers what was asked for in each second: [{board: 12, place: 3, ...}, ...].
 */
function crowd(run, begin, doors, last, pages, turns, boards, serving, texts) {
  'use strict';
  var now = 0, order = 0, heap = [], asked = [], seed = 20261123;

  function random() {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  }

  /* ---- What happens when ---- */

  function isBefore(one, other) {
    return one.time < other.time || one.time === other.time && one.order < other.order;
  }

  function swap(i, j) {
    var kept = heap[i];
    heap[i] = heap[j];
    heap[j] = kept;
  }

  function at(time, act) {
    var i = heap.push({ time: time, order: order++, act: act }) - 1;
    for (var up; i && isBefore(heap[i], heap[up = (i - 1) >> 1]); i = up) swap(i, up);
  }

  function next() {
    var first = heap[0], end = heap.pop(), i = 0;
    if (heap.length) heap[0] = end;
    for (;;) {
      var least = i, left = 2 * i + 1;
      if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
      if (left + 1 < heap.length && isBefore(heap[left + 1], heap[least])) least = left + 1;
      if (least === i) return first;
      swap(i, least);
      i = least;
    }
  }

  function second() { return Math.min(last - 1, Math.floor(now / 1000)); }

  function count(what) {
    var all = asked[second()] = asked[second()] || {};
    all[what] = (all[what] || 0) + 1;
  }

  /* ---- A page ---- */

  function placeOf(page) {
    var called = turns[page] <= serving[second()], moment = new Date(begin + now).toISOString();
    var place = { room: 'sale', opening: 1, position: pages[page], stage: called ? 'TURN' : 'WAITING', now: moment };
    place.until = new Date(begin + now + (called ? 600000 : 86400000)).toISOString();
    return JSON.stringify(place);
  }

  function fileOf(url) { return /[^\/]*$/.exec(url)[0]; }

  /* `loads` is what a script does to the page that it is appended to. */
  function element(attributes, loads) {
    return {
      textContent: '', className: '', elements: {}, checked: false,
      getAttribute: function (name) { return attributes[name] || ''; },
      setAttribute: function () {},
      removeAttribute: function () {},
      appendChild: function (script) {
        count(fileOf(script.src));
        at(now + 40, function () {
          loads();
          script.onload();
        });
      },
      cloneNode: function () { return element({}); },
      isEqualNode: function () { return true; },
      submit: function () { count('continue'); }
    };
  }

  /* A date is shown on each of the pages, and takes longer to write than all else that a page does. */
  function Moment() { return { toLocaleString: function () { return ''; } }; }
  Moment.now = function () { return begin + now; };
  Moment.parse = Date.parse;

  function open(page) {
    var elements = {}, timers = {}, names = 0, phase = 1000 * random();
    var document = {
      documentElement: element(
        { 'data-language': 'en', 'data-board': boards[second()], 'data-place': placeOf(page), 'data-words': 'null' }),
      body: element({}, function () {
        window.drawLines = function () {};
        window.drawnTurn = function () { return turns[page]; };
      }),
      getElementById: function (id) { return elements[id] = elements[id] || element({}); },
      getElementsByTagName: function () { return [{ src: '/waiting-page/waiting-page.js' }]; },
      querySelectorAll: function () { return []; },
      createElement: function () { return element({}); },
      addEventListener: function () {}
    };
    var window = {
      location: { pathname: '/rooms/sale/wait', search: '' },
      sessionStorage: { getItem: function () { return null; }, setItem: function () {} },
      addEventListener: function () {},
      setTimeout: function (act, wait) {
        var name = ++names;
        timers[name] = act;
        at(now + wait, function () {
          var due = timers[name];
          delete timers[name];
          if (due) due();
        });
        return name;
      },
      clearTimeout: function (name) { delete timers[name]; },
      /*
       * What a page does every second it does here when the countdown ends; before and after that it would
       * only draw.
       */
      setInterval: function (act) {
        for (var s = -3; s <= 3; s++) at(1000 * (doors + s) + phase, act);
      }
    };

    function Request() {}
    Request.prototype.open = function (method, url) { this.url = url; };
    Request.prototype.getResponseHeader = function (name) {
      return name === 'Date' ? new Date(begin + now).toUTCString() : null;
    };
    Request.prototype.send = function () {
      var request = this, what = fileOf(request.url);
      count(what);
      at(now + 40, function () {
        request.status = 200;
        request.responseText = what === 'board' ? boards[second()] : what === 'place' ? placeOf(page) : texts;
        request.onload();
      });
    };

    run(window, document, Request, {}, Moment);
  }

  /* ---- All of them ---- */

  Math.random = random;
  pages.forEach(function (position, page) { at(30000 * random(), function () { open(page); }); });
  while (heap.length && heap[0].time < 1000 * last) {
    var due = next();
    now = due.time;
    due.act();
  }
  return JSON.stringify(asked);
}
