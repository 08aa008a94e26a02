/*
 * The browser's notification at one's turn, while the page is open: the waiting page loads this for those who
 * want one. Android shows none but by a service worker. ES5.
 */
(function (window, document) {
  'use strict';
  var worker = document.querySelector('script[src*="notify.js"]').src.replace('notify.js', 'notice-worker.js'), shown;

  /** The registration that has an active worker, which shows notifications. */
  function active(registration, done) {
    var coming = registration.installing || registration.waiting;
    if (registration.active || !coming) return done(registration);
    coming.addEventListener('statechange', function () { if (coming.state === 'activated') done(registration); });
  }

  /** Asks the browser's user, who has just ticked the box; refused, the box is empty and it is said why. */
  window.mayNotify = function (box, no) {
    window.Notification.requestPermission(function (answer) {
      box.checked = box.checked && answer === 'granted';
      no.hidden = answer === 'granted';
    });
  };

  /**
   * The user may have withdrawn the permission, or the worker may fail to load. The page itself still shows
   * the turn.
   */
  function unshown() { }

  /** A press on it leads back here; it is gone when the visitor comes by another way. */
  window.notify = function (title, body, room) {
    var root = document.documentElement;
    var options = { body: body, lang: root.lang, dir: root.dir, tag: 'gatehouse-' + room, requireInteraction: true, data: window.location.href };
    try {
      shown = new window.Notification(title, options);
      shown.onclick = function () { window.focus(); };
    } catch (onlyByAWorker) {
      if (!navigator.serviceWorker) return; // in a private window of some browsers
      navigator.serviceWorker.register(worker).then(function (registration) {
        active(registration, function (ready) { ready.showNotification(title, options).catch(unshown); });
      }).catch(unshown);
    }
  };

  window.addEventListener('focus', function () { if (shown) shown.close(); });
})(window, document);
