/*
 * Subscribes this browser to Web Push at a press of the button, and posts the subscription. Safari tells of
 *    the turn by itself (declarative Web Push); other browsers need the service worker. What has neither sees
 *    no button.
 */
(function () {
  'use strict';
  var form = document.getElementById('push');
  var button = form.querySelector('button'), wrong = form.querySelector('span');

  function bytes(base64url) {
    return Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), function (letter) {
      return letter.charCodeAt(0);
    });
  }

  function isOf(subscription, key) {
    var other = new Uint8Array(subscription.options.applicationServerKey || []);
    return other.length === key.length && key.every(function (one, n) { return one === other[n]; });
  }

  // A subscription needs a worker that is active, and ours is in charge of no page.
  function active(registration) {
    return new Promise(function (done, failed) {
      var worker = registration.installing || registration.waiting;
      if (registration.active || !worker) return done(registration.pushManager);
      worker.addEventListener('statechange', function () {
        if (worker.state === 'activated') done(registration.pushManager);
        if (worker.state === 'redundant') failed(new Error('redundant'));
      });
    });
  }

  function manager() {
    return window.pushManager
      ? Promise.resolve(window.pushManager)
      : navigator.serviceWorker.register(form.dataset.worker).then(active);
  }

  function subscribed(push) {
    var key = bytes(form.dataset.key);
    function anew() { return push.subscribe({ userVisibleOnly: true, applicationServerKey: key }); }
    return push.getSubscription().then(function (there) {
      if (there && isOf(there, key)) return there;
      return there ? there.unsubscribe().then(anew) : anew();
    });
  }

  function subscribe() {
    button.disabled = true;
    wrong.hidden = true;
    Notification.requestPermission().then(function (answer) {
      if (answer !== 'granted') throw new Error(answer);
      return manager();
    }).then(subscribed).then(function (subscription) {
      form.elements.push.value = JSON.stringify(subscription);
      form.submit();
    }).catch(function () {
      button.disabled = false;
      wrong.hidden = false;
    });
  }

  if ('Notification' in window && (window.pushManager || 'PushManager' in window && 'serviceWorker' in navigator)) {
    form.hidden = false;
    button.addEventListener('click', subscribe);
  }
})();
