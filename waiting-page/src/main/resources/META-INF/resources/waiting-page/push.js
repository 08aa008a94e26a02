/*
 * The board as it is told, for pages whose operators say so. In ES5; a browser without EventSource goes on asking. While boards
 * come the page asks seldom (window.told), and when they stop it asks again, not all pages at once: the server may have gone.
 */
window.listen = function (url, waits, see, later) {
  'use strict';
  if (!window.EventSource) return;
  var source = new window.EventSource(url);
  source.onmessage = function (event) {
    window.told = waits(); // all others ask for their own place, each at its time
    if (window.told) see(JSON.parse(event.data));
  };
  source.onerror = function () {
    if (!window.told) return;
    window.told = false;
    later(10 * Math.random());
  };
};
