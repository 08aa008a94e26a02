/*
 * Shows a notice of the turn, and opens the waiting page that it names. It keeps nothing, and is in charge of
 * no page.
 */
'use strict';
self.addEventListener('push', function (event) {
  var told = event.data.json().notification;
  event.waitUntil(self.registration.showNotification(told.title, {
    body: told.body, lang: told.lang, dir: told.dir, tag: told.tag, renotify: true, requireInteraction: true, data: told.navigate
  }));
});
self.addEventListener('notificationclick', function (event) {
  var there = new URL(event.notification.data, self.location.origin);
  event.notification.close();
  if (there.origin !== self.location.origin) return;
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (pages) {
    var open = pages.filter(function (page) { return new URL(page.url).pathname === there.pathname; })[0];
    return open ? open.focus() : self.clients.openWindow(there.href);
  }));
});
