/*
 * Works out what a draw has made of an entry: the waiting page loads this where there is a draw, minutes
 * before it is needed. The functions are those of verify.html, letter by letter. ES5.
 */
(function (window) {
  'use strict';

  var folder = window.document.querySelector('script[src*="draw.js"]').src.replace('draw.js', '');
  var K = [], START = [];

  function fraction(x) { return (x - Math.floor(x)) * 4294967296 | 0; }

  /** The constants of SHA-256 (FIPS 180-4): fractions of the roots of the first primes. */
  (function () {
    for (var n = 2; K.length < 64; n++) {
      var prime = true;
      for (var d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
      if (prime && START.length < 8) START.push(fraction(Math.pow(n, 1 / 2)));
      if (prime) K.push(fraction(Math.pow(n, 1 / 3)));
    }
  })();

  function sha256(bytes) {
    var h = START.slice(0), w = [], length = bytes.length, text = bytes.concat([128]), digest = [], i, t;
    while (text.length % 64 !== 56) text.push(0);
    text.push(0, 0, 0, Math.floor(length / 536870912), length >>> 21 & 255, length >>> 13 & 255, length >>> 5 & 255, length << 3 & 255);
    for (i = 0; i < text.length; i += 64) {
      var a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7], one, two, x, y;
      for (t = 0; t < 64; t++) {
        if (t < 16) w[t] = text[i + 4 * t] << 24 | text[i + 4 * t + 1] << 16 | text[i + 4 * t + 2] << 8 | text[i + 4 * t + 3];
        else {
          x = w[t - 15];
          y = w[t - 2];
          w[t] = w[t - 16] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) +
            w[t - 7] + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10) | 0;
        }
        one = k + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + K[t] + w[t] | 0;
        two = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
        k = g;
        g = f;
        f = e;
        e = d + one | 0;
        d = c;
        c = b;
        b = a;
        a = one + two | 0;
      }
      h = [h[0] + a | 0, h[1] + b | 0, h[2] + c | 0, h[3] + d | 0, h[4] + e | 0, h[5] + f | 0, h[6] + g | 0, h[7] + k | 0];
    }
    for (i = 0; i < 32; i++) digest.push(h[i >> 2] >>> 24 - 8 * (i & 3) & 255);
    return digest;
  }

  function bytesOf(hex) {
    var bytes = [];
    for (var i = 0; i < hex.length; i += 2) bytes.push(parseInt(hex.substr(i, 2), 16));
    return bytes;
  }

  /**
   * The position that an entry has drawn: a Feistel network of 16 rounds, walked until it meets one of the
   * entrants.
   */
  function position(key, entrants, entry, made) {
    var size = 16, number = entry - 1;
    while (size * size < 2 * entrants) size *= 2;
    do {
      var left = Math.floor(number / size), right = number % size;
      for (var round = 0; round < 16; round++) {
        var at = round * size + right;
        if (made[at] === undefined) {
          var digest = sha256(key.concat([round, 0, 0, right >> 8, right & 255]));
          made[at] = (digest[2] << 8 | digest[3]) & size - 1;
        }
        var next = left ^ made[at];
        left = right;
        right = next;
      }
      number = left * size + right;
    } while (number >= entrants);
    return number + 1;
  }

  /**
   * The same where some stand behind all others: the first of their numbers, and how much larger each is than
   * the one before.
   */
  function placed(key, entrants, entry, behind) {
    var made = [], own = position(key, entrants, entry, made), before = 0, isBehind = false, other = 0;
    var steps = behind ? behind.split(',') : [];
    for (var i = 0; i < steps.length; i++) {
      other += +steps[i];
      if (other === entry) isBehind = true;
      else if (position(key, entrants, other, made) < own) before++;
    }
    return isBehind ? entrants - steps.length + before + 1 : own - before;
  }

  /**
   * What was worked out last: it takes a hundred digests. Who stands behind all others is asked for, once for
   * each draw.
   */
  var asked, known, listed, behind;

  /** What lies there, with the room's address before it. */
  function of(board, name) {
    var path = /^.*\/rooms\/[^\/]+\/(?=wait)/.exec(window.location.pathname);
    return (path ? path[0] : '/rooms/' + encodeURIComponent(board.room) + '/') + name;
  }

  function ask(draw, board) {
    var request = new XMLHttpRequest();
    listed = draw.key;
    behind = undefined;
    request.open('GET', of(board, 'draw?id=' + draw.id), true);
    request.timeout = 15000;
    request.onload = function () {
      try {
        var published = JSON.parse(request.responseText);
        if (published.key === draw.key) behind = published.behind;
      } catch (notJson) { /* asked again */ }
    };
    request.onloadend = function () {
      if (behind === undefined) window.setTimeout(function () { listed = undefined; }, 5000 + 5000 * Math.random());
    };
    request.send();
  }

  /** The server's link to the receipt says from now on what was drawn. */
  function tell(drawn) {
    var link = window.document.getElementById('receipt'), page = window.waitingPage;
    if (!link || !page.words()) return;
    link.textContent = link.getAttribute('data-drawn').replace(/\{(\w+)\}/g, function (all, name) {
      return page.number(drawn[name], page.words());
    });
  }

  /** Reads a document; nothing happens without it. */
  function read(url, done) {
    var request = new XMLHttpRequest();
    request.open('GET', url, true);
    request.onload = function () {
      if (request.status === 200) done(JSON.parse(request.responseText));
    };
    request.send();
  }

  /** A line at the end of the page. */
  function line(child) {
    var document = window.document, paragraph = document.createElement('p');
    paragraph.appendChild(child.pop ? document.createTextNode(child[0]) : child);
    document.getElementsByTagName('main')[0].insertBefore(paragraph, document.getElementById('status'));
    return paragraph;
  }

  /**
   * What the server's page of an entrant has and a CDN's has not: how many of one network take part, and the
   * link to the receipt. Their texts lie beside those of the page.
   */
  window.drawLines = function (board, place) {
    var document = window.document, page = window.waitingPage, words = page.words();
    if (!place.receipt || document.documentElement.getAttribute('data-board')) return;
    read(folder + 'messages/' + words.language + '.json', function (texts) {
      read(of(board, 'draw?id=' + board.draw.id), function (draw) {
        if (draw.mostPerNetwork) line([texts['draw-network'].replace('{n}', page.number(draw.mostPerNetwork, words))]).className = 'small';
        var link = document.createElement('a');
        link.id = 'receipt';
        link.href = of(board, 'receipt');
        link.setAttribute('data-drawn', texts['receipt-drawn-link']);
        link.textContent = texts['receipt-link'];
        line(link);
        if (known || place.drawn) tell({ position: (known || place.drawn) - board.draw.base, entrants: board.draw.entrants });
      });
    });
  };

  /**
   * As which one a place is called when a draw is done: its own number unless it is of an entrant; 0 until
   * that can be said.
   */
  window.drawnTurn = function (draw, board, place) {
    var entry = place.position - draw.base;
    if (place.opening !== board.opening || entry < 1 || entry > draw.entrants) return place.position;
    if (draw.behind && listed !== draw.key) ask(draw, board);
    if (draw.behind && behind === undefined) return 0;
    if (asked !== draw.key + entry) {
      asked = draw.key + entry;
      known = draw.base + placed(bytesOf(draw.key), draw.entrants, entry, draw.behind ? behind : '');
      tell({ position: known - draw.base, entrants: draw.entrants });
    }
    return known;
  };
})(window);
