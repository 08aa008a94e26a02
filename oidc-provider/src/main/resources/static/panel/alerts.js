/*
 * Keeps alerts up to date, and shows new ones as notifications if the reader has asked for that. A classic
 * script: no modules, no fetch.
 */
(function () {
  'use strict';

  var EVERY = 5000;
  var KNOWN = 'gatehouse-alerts';
  var button = document.querySelector('[data-notify]');
  var says = document.querySelector('[data-notify-says]');
  var say = window.gatehouseWords.say;

  function each(list, visit) {
    Array.prototype.forEach.call(list, visit);
  }

  function isOn(alert) {
    return !alert.until;
  }

  /** The ids that some page of this browser has seen, so that each alert is shown once; null before the first look. */
  function known() {
    try {
      return JSON.parse(window.localStorage.getItem(KNOWN));
    } catch (blocked) {
      return null;
    }
  }

  function remember(alerts) {
    try {
      window.localStorage.setItem(KNOWN, JSON.stringify(alerts.map(function (alert) { return alert.id; })));
    } catch (blocked) {
      return;
    }
  }

  function line(alert) {
    var part = document.createElement('p');
    var link = document.createElement('a');
    link.href = '/panel/alerts';
    link.textContent = alert.title + ': ' + say(alert.trouble);
    part.appendChild(link);
    part.appendChild(document.createTextNode(' ' + say(alert.says)));
    return part;
  }

  function show(alerts) {
    var on = alerts.filter(isOn);
    each(document.querySelectorAll('[data-alert-count]'), function (count) {
      count.textContent = say(on.length ? 'Alerts (' + on.length + ')' : 'Alerts');
    });
    each(document.querySelectorAll('[data-alerts]'), function (part) {
      var room = part.getAttribute('data-alerts');
      var own = on.filter(function (alert) { return !room || alert.room === room; });
      var words = JSON.stringify(own.map(function (alert) { return [alert.title, alert.trouble, alert.says]; }));
      if (part.getAttribute('data-shown') !== words) { // an unchanged part keeps its focus and is not read out again
        part.setAttribute('data-shown', words);
        part.textContent = '';
        own.forEach(function (alert) {
          part.appendChild(line(alert));
        });
        part.hidden = own.length === 0;
      }
    });
  }

  function mayNotify() {
    return 'Notification' in window && window.Notification.permission === 'granted';
  }

  function notify(alerts) {
    var before = known();
    remember(alerts);
    alerts.forEach(function (alert) {
      var isNew = before && before.indexOf(alert.id) < 0;
      if (isNew && (isOn(alert) || alert.kind === 'test') && mayNotify()) {
        try {
          new window.Notification(alert.title + ': ' + say(alert.trouble), { body: say(alert.says), tag: alert.id });
        } catch (unsupported) {
          return; // some phones have no notifications of pages
        }
      }
    });
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open('GET', '/panel/api/alerts');
    request.timeout = 8000;
    request.onload = function () {
      if (request.status === 200) {
        var alerts = JSON.parse(request.responseText).alerts;
        show(alerts);
        notify(alerts);
      } else if (request.status === 401 && says) {
        says.textContent = say('You are signed out: no alert comes here.');
      }
    };
    request.onloadend = function () {
      window.setTimeout(ask, EVERY);
    };
    request.send();
  }

  function sayPermission() {
    var permission = 'Notification' in window ? window.Notification.permission : 'denied';
    button.hidden = permission !== 'default';
    says.textContent = say(permission === 'granted' ? 'New alerts are shown as notifications here.'
      : permission === 'denied' ? 'This browser does not allow notifications of this page.' : '');
  }

  if (button && says) {
    window.gatehouseWords.then(sayPermission);
    button.addEventListener('click', function () {
      window.Notification.requestPermission(sayPermission);
    });
  }
  window.gatehouseWords.then(ask);
})();
