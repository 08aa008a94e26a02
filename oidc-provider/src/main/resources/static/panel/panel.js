/*
 * Makes the counters live, and adds the reader's own time to times. Everything else works without it. A
 *    classic script: no modules, no fetch.
 */
(function () {
  'use strict';

  var EVERY = 2000;
  var MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  var address = document.body.getAttribute('data-live');
  var contact = document.getElementById('contact');
  var failures = 0;
  var say = window.gatehouseWords.say;

  function each(root, selector, visit) {
    Array.prototype.forEach.call(root.querySelectorAll(selector), visit);
  }

  /** 1340 as 1,340. */
  function inThrees(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
  }

  /** The same as the page's language has it. */
  function grouped(number) {
    return say(inThrees(number));
  }

  function write(element, text) {
    if (element.textContent !== text) {
      element.textContent = text;
    }
  }

  function show(room) {
    each(document, '[data-room="' + room.room + '"]', function (part) {
      showCounters(part, room);
      showState(part, room);
      showChange(part, room);
    });
  }

  function showCounters(part, room) {
    each(part, '[data-counter]', function (counter) {
      write(counter, grouped(room[counter.getAttribute('data-counter')]));
    });
    each(part, '[data-lane]', function (counter) {
      var lane = (room.lanes || [])[counter.getAttribute('data-lane')];
      write(counter, grouped(lane ? lane.waiting : 0));
    });
    each(part, '[data-joined]', function (counter) {
      var lane = (room.lanes || [])[counter.getAttribute('data-joined')];
      write(counter, grouped(lane ? lane.issued : 0));
    });
    each(part, '[data-says]', function (says) {
      write(says, say(room.inlet.says));
    });
    each(part, '[data-pace]', function (pace) {
      write(pace, room.throughput
        ? say(Math.floor(room.throughput.low) + ' to ' + Math.ceil(room.throughput.high) + ' a minute of late.') : '');
    });
    each(part, '[data-slots]', function (bar) {
      bar.setAttribute('max', (room.mostSlots === null ? room.settings.capacity : room.mostSlots) || 1);
      bar.setAttribute('value', room.slots);
    });
    each(part, '[data-most]', function (most) {
      write(most, say(room.mostSlots === null ? 'slots in use; the limit is not known yet'
        : 'of ' + inThrees(room.mostSlots) + ' slots in use'
          + (room.mostSlots < room.settings.capacity ? '; ' + inThrees(room.settings.capacity) + ' at most' : '')));
    });
  }

  function showState(part, room) {
    part.classList.toggle('paused', room.settings.paused);
    each(part, '[data-state]', function (state) {
      if (state.textContent !== say(room.state.word)) {
        sayLeversAgain();
      }
      state.className = 'state ' + room.state.tone;
      write(state, say(room.state.word));
    });
    each(part, '[data-line]', function (line) {
      write(line, say(room.state.line));
    });
    each(part, '[data-dates]', function (dates) {
      showDates(dates, room.state.dates);
    });
    each(part, '[data-needs]', function (needs) {
      write(needs.querySelector('p'), say(room.state.needs));
      each(needs, 'a', function (act) {
        write(act, say(room.state.act));
      });
      needs.hidden = !room.state.needs;
    });
  }

  /** What each control would do now, as a new page would say it. */
  function sayLeversAgain() {
    if (!document.querySelector('[data-lever]')) {
      return;
    }
    var request = new XMLHttpRequest();
    request.open('GET', window.location.pathname);
    request.responseType = 'document';
    request.onload = function () {
      each(document, '[data-lever]', function (lever) {
        var next = request.status === 200 && request.response
          ? request.response.querySelector('[data-lever="' + lever.getAttribute('data-lever') + '"]') : null;
        write(lever, next ? next.textContent : lever.textContent);
      });
    };
    request.send();
  }

  /** The dates that come next, each with the reader's own time; left alone while they are the same. */
  function showDates(part, dates) {
    var shown = [];
    each(part, 'time', function (time) {
      shown.push(time.getAttribute('datetime'));
    });
    if (shown.join() !== dates.map(function (date) { return date.moment.datetime; }).join()) {
      part.textContent = '';
      dates.forEach(function (date) {
        part.appendChild(dateOf(date));
      });
      ownTimes(part);
    }
  }

  function dateOf(date) {
    var part = made('span', 'date', say(date.what) + ' ');
    var moment = made('span', 'moment', '');
    var time = made('time', '', say(date.moment.text));
    time.setAttribute('datetime', date.moment.datetime);
    moment.appendChild(time);
    moment.appendChild(document.createTextNode(' '));
    moment.appendChild(made('span', 'small', date.moment.zone));
    part.appendChild(moment);
    return part;
  }

  function made(name, className, text) {
    var element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  }

  /** Settings that changed since the page was made: its forms would be refused. */
  function showChange(part, room) {
    var seen = part.getAttribute('data-etag');
    if (seen) {
      document.getElementById('changed').hidden = seen === room.etag;
    }
  }

  function lost() {
    failures += 1;
    if (failures > 1) {
      document.body.classList.add('stale');
      write(contact, say('No contact: these numbers are getting old.'));
    }
  }

  function found(answer) {
    failures = 0;
    document.body.classList.remove('stale');
    write(contact, '');
    (answer.rooms || [answer]).forEach(show);
  }

  function answered(request) {
    if (request.status === 401) {
      window.location.reload();
    } else if (request.status === 200) {
      found(JSON.parse(request.responseText));
    } else {
      lost();
    }
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open('GET', address);
    request.timeout = 8000;
    request.onload = function () {
      answered(request);
    };
    request.onerror = lost;
    request.ontimeout = lost;
    request.onloadend = again;
    request.send();
  }

  function again() {
    window.setTimeout(document.hidden ? again : ask, EVERY);
  }

  /** A minute of the history is written when it is over. */
  function drawAgain() {
    if (!document.hidden) {
      each(document, 'img[data-chart]', function (chart) {
        var from = chart.getAttribute('src').split('?')[0];
        chart.setAttribute('src', from + '?at=' + Date.now());
      });
      sayLeversAgain();
    }
  }

  function twoDigits(number) {
    return number < 10 ? '0' + number : String(number);
  }

  /** The zone of this browser by its name; empty where that cannot be said. */
  function ownZone() {
    return window.Intl ? window.Intl.DateTimeFormat().resolvedOptions().timeZone || '' : '';
  }

  /** Minutes ahead of UTC, as a date with an offset says it: 60 of 2026-12-24T10:00+01:00. */
  function offsetOf(written) {
    var parts = /([+-])(\d\d):(\d\d)$/.exec(written);
    return parts ? (parts[1] === '-' ? -1 : 1) * (60 * parts[2] + 1 * parts[3]) : 0;
  }

  /** A moment on this browser's clock, with its date where that is another day than the one written. */
  function onOwnClock(moment, written) {
    var date = moment.getFullYear() + '-' + twoDigits(moment.getMonth() + 1) + '-' + twoDigits(moment.getDate());
    var time = twoDigits(moment.getHours()) + ':' + twoDigits(moment.getMinutes());
    return written.indexOf(date) === 0 ? time : say(moment.getDate() + ' ' + MONTHS[moment.getMonth()] + ' '
      + moment.getFullYear() + ', ' + time);
  }

  /** Beside each time in a zone that differs from the reader's: the same moment in theirs, named as such. */
  function ownTimes(root) {
    var zone = ownZone();
    each(root, '.moment', function (part) {
      var written = part.querySelector('time').getAttribute('datetime');
      var moment = new Date(written);
      if (zone && offsetOf(written) !== -moment.getTimezoneOffset()) {
        part.appendChild(document.createTextNode(' '));
        part.appendChild(made('span', 'own small', '= ' + onOwnClock(moment, written) + ' ' + zone));
      }
    });
  }

  window.gatehouseWords.then(function () { ownTimes(document); });
  each(document, '[data-own-zone]', function (zone) {
    zone.value = zone.value === 'UTC' ? ownZone() || 'UTC' : zone.value;
  });
  /** Copies the text of an element; where the browser does not let us, selects it. */
  each(document, '[data-copy]', function (button) {
    var source = document.getElementById(button.getAttribute('data-copy'));
    var says = button.parentNode.querySelector('[data-copied]');

    function told() {
      says.textContent = say('Copied.');
    }

    function select() {
      var range = document.createRange();
      range.selectNodeContents(source);
      window.getSelection().removeAllRanges();
      window.getSelection().addRange(range);
      says.textContent = say(document.execCommand('copy') ? 'Copied.' : 'Selected: copy it by your keyboard.');
    }

    button.hidden = false;
    button.addEventListener('click', function () {
      if (navigator.clipboard && navigator.clipboard.writeText) {
        navigator.clipboard.writeText(source.textContent).then(told, select);
      } else {
        select();
      }
    });
  });

  if (address) {
    window.gatehouseWords.then(again);
    window.setInterval(drawAgain, 30000);
  }
})();
