/*
 * The board as it is told, for pages whose operators say so. In ES5; a browser without EventSource goes on
 * asking. While boards come and the place waits (window.told) the page asks seldom, and when they stop it
 * asks again, not all pages at once: the server may have gone. Who is refused comes back some minutes later.
 * When the place has been called, or operators want it no more, nobody listens.
 */
(function () {
  'use strict';
  if (window.listen) return; // operators have changed their mind twice
  var source, hears = false;

  window.listen = function (url, waits, see, later) {
    if (!window.EventSource || source) return;
    Object.defineProperty(window, 'told', { configurable: true, get: function () { return hears && waits(); } });
    begin();

    function begin() {
      if (waits() === false) return end();
      source = new window.EventSource(url);
      source.onmessage = function (event) {
        if (waits() === false) return end();
        if (!waits()) return; // the place is not known yet
        var board = JSON.parse(event.data);
        hears = true;
        if (!board.events) end();
        see(board);
      };
      source.onerror = function () {
        var told = window.told;
        hears = false;
        if (told) later(10 * Math.random());
        if (source && source.readyState === 2) window.setTimeout(begin, 60000 * (1 + 4 * Math.random()));
      };
    }

    function end() {
      if (source) source.close();
      source = undefined;
      hears = false;
    }
  };
})();
