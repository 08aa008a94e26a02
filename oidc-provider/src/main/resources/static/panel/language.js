/*
 * What scripts write, in the language of the page. They write English; the words of another language lie in a
 * file of its own, by the rules of Dictionary and Phrase on the server. A classic script: no modules, no
 * fetch.
 */
window.gatehouseWords = (function () {
  'use strict';

  var MONTHS = {
    Jan: 'Jan.', Feb: 'Feb.', Mar: 'März', Apr: 'Apr.', May: 'Mai', Jun: 'Juni', Jul: 'Juli', Aug: 'Aug.',
    Sep: 'Sept.', Oct: 'Okt.', Nov: 'Nov.', Dec: 'Dez.'
  };
  var NUMBER = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?/;
  var DATE = /^((\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4})(, \d\d:\d\d(?::\d\d)?)?|\d\d:\d\d)/;
  var DEEPEST = 3;
  var language = document.documentElement.lang;
  var isThere = language === 'en';
  var sentences = {};
  var phrases = [];
  var waiting = [];

  function phrase(english, other) {
    var parts = english.split(/\{([a-z]?\d?)\}/);
    var letters = parts.filter(function (part, at) { return at % 2 === 0; });
    return {
      letters: letters,
      values: parts.filter(function (part, at) { return at % 2 === 1; }),
      length: letters.join('').length,
      other: other
    };
  }

  function number(english) {
    return english.replace(/[.,]/g, function (sign) { return sign === ',' ? '.' : ','; });
  }

  function date(english) {
    var parts = DATE.exec(english);
    return parts[2] ? parts[2] + '. ' + MONTHS[parts[3]] + ' ' + parts[4] + (parts[5] || '') : english;
  }

  /** The whole of it is a number, or a date. */
  function isAll(pattern, value) {
    var found = pattern.exec(value);
    return found !== null && found[0] === value;
  }

  /** A value in the other language; null if it is not of this kind. */
  function said(kind, value, deeper, isOne) {
    if (kind.charAt(0) === 'n') {
      return isAll(NUMBER, value) ? number(value) : null;
    }
    if (kind.charAt(0) === 'd') {
      return isAll(DATE, value) ? date(value) : null;
    }
    return kind.charAt(0) === 'w' ? find(value, deeper - 1, isOne) : value;
  }

  /** Where a value ends; -1 if none stands there. */
  function endOf(kind, english, from, next) {
    var pattern = kind.charAt(0) === 'n' ? NUMBER : kind.charAt(0) === 'd' ? DATE : null;
    if (!pattern) {
      return english.indexOf(next, from + 1);
    }
    var found = pattern.exec(english.substring(from));
    var to = found ? from + found[0].length : -1;
    return found && english.substring(to, to + next.length) === next ? to : -1;
  }

  function fill(one, english, deeper, isOne) {
    var last = one.letters[one.letters.length - 1];
    var end = english.length - last.length;
    var from = one.letters[0].length;
    var found = {};
    if (english.indexOf(one.letters[0]) !== 0 || end < from || english.substring(end) !== last) {
      return null;
    }
    for (var at = 0; at < one.values.length; at += 1) {
      var to = at === one.values.length - 1 ? end : endOf(one.values[at], english, from, one.letters[at + 1]);
      var value = to > from && to <= end ? said(one.values[at], english.substring(from, to), deeper, isOne) : null;
      if (value === null || isOne && english.substring(from, to).indexOf('. ') >= 0) {
        return null;
      }
      found[one.values[at]] = value;
      from = to + one.letters[at + 1].length;
    }
    return one.other.replace(/\{([a-z]?\d?)\}/g, function (hole, name) { return found[name]; });
  }

  /** With isOne, no value has the end of a sentence in it. */
  function find(english, deeper, isOne) {
    if (Object.prototype.hasOwnProperty.call(sentences, english)) {
      return sentences[english];
    }
    for (var at = 0; deeper > 0 && at < phrases.length; at += 1) {
      var filled = fill(phrases[at], english, deeper, isOne);
      if (filled !== null) {
        return filled;
      }
    }
    return null;
  }

  /** A text that is not known as a whole is read sentence by sentence. */
  function text(english) {
    var whole = find(english, DEEPEST, true);
    var end = whole === null ? english.lastIndexOf('. ') : -1;
    for (; end > 0; end = english.lastIndexOf('. ', end - 1)) {
      var first = find(english.substring(0, end + 1), DEEPEST, true);
      if (first !== null) {
        var rest = text(english.substring(end + 2));
        return rest === null ? null : first + ' ' + rest;
      }
    }
    return whole;
  }

  function say(english) {
    var other = text(english) || find(english, DEEPEST, false);
    return other === null ? english : other;
  }

  function begin() {
    isThere = true;
    waiting.forEach(function (go) { go(); });
  }

  function read(words) {
    Object.keys(words).forEach(function (english) {
      if (/\{[a-z]?\d?\}/.test(english)) {
        phrases.push(phrase(english, words[english]));
      } else {
        sentences[english] = words[english];
      }
    });
    phrases.sort(function (one, other) { return other.length - one.length; });
  }

  if (!isThere) {
    var request = new XMLHttpRequest();
    request.open('GET', '/panel/' + language + '.json');
    request.timeout = 8000;
    request.onload = function () {
      if (request.status === 200) {
        read(JSON.parse(request.responseText));
      }
    };
    request.onloadend = begin; // in English, where the file cannot be had
    request.send();
  }

  return {
    say: say,
    /** Goes on when there are words. */
    then: function (go) {
      if (isThere) {
        go();
      } else {
        waiting.push(go);
      }
    }
  };
})();
