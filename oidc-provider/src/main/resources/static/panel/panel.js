/* Makes the counters live. Everything else works without it. A classic script: no modules, no fetch. */
(function () {
  'use strict';

  var EVERY = 2000;
  var address = document.body.getAttribute('data-live');
  var contact = document.getElementById('contact');
  var failures = 0;

  function each(root, selector, visit) {
    Array.prototype.forEach.call(root.querySelectorAll(selector), visit);
  }

  /** 1340 as 1,340. */
  function grouped(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
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
    each(part, '[data-says]', function (says) {
      write(says, room.inlet.says);
    });
    each(part, '[data-pace]', function (pace) {
      write(pace, room.throughput
        ? Math.floor(room.throughput.low) + ' to ' + Math.ceil(room.throughput.high) + ' a minute of late.' : '');
    });
    each(part, '[data-slots]', function (bar) {
      bar.setAttribute('max', room.settings.capacity || 1);
      bar.setAttribute('value', room.slots);
    });
  }

  function showState(part, room) {
    part.classList.toggle('paused', room.settings.paused);
    each(part, '[data-state]', function (state) {
      state.className = room.settings.paused ? 'state paused' : 'state open';
      write(state, room.retired ? 'Retired' : room.settings.paused ? 'Paused' : 'Open');
    });
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
      write(contact, 'No contact: these numbers are getting old.');
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

  function localTimes() {
    each(document, 'time', function (time) {
      write(time, new Date(time.getAttribute('datetime')).toLocaleString());
    });
  }

  localTimes();
  if (address) {
    again();
  }
})();
