/*
 * ES5, for old browsers. The page brings the place or asks for it; then it reads the board, the same for all.
 * Part one is pure, two touches the document, three network and clock. WaitingPage.java follows the same
 * rules.
 */
(function (window, document) {
  'use strict';

  /* ---- One ---- */

  /** The number that a place is called as: its position, or the drawn one; 0 while that is unknown. */
  function turnOf(board, place) {
    var draw = board.draw;
    return place.drawn || (draw && draw.key ? window.drawnTurn ? window.drawnTurn(draw, board, place) : 0 : place.position);
  }

  /** Where a place stands; anew: the line began anew since. */
  function placeOf(board, place) {
    var turn = turnOf(board, place), lane = (board.lanes || [])[place.lane || 0] || board;
    var own = Math.max(0, turn - lane.serving - 1), ahead = (lane.before || []).reduce(function (sum, other) {
      return sum + Math.min(other.waiting, Math.floor((own + 1) * other.weight / lane.weight));
    }, own);
    return {
      turn: turn,
      ahead: ahead,
      serving: lane.serving,
      base: turn ? Math.max(0, turn - ahead - 1) : board.serving,
      called: !!turn && turn <= lane.serving,
      anew: place.opening < board.opening
    };
  }

  /** Seconds until the board should be read again. */
  function nextPoll(board, ahead) {
    var polls = board && board.polls || [];
    for (var i = 0; i < polls.length; i++) {
      if (polls[i].ahead === undefined || ahead <= polls[i].ahead) return Math.min(300, Math.max(1, polls[i].every));
    }
    return 30;
  }

  function jitter(seconds, chance) {
    return seconds * (0.8 + 0.4 * chance);
  }

  /** Seconds until the page reports back after a loss. */
  function reportIn(board, ahead, chance) {
    return 2 * nextPoll(board, ahead) * chance;
  }

  function backOff(seconds, failures) {
    return Math.max(seconds, Math.min(60, seconds * Math.pow(2, failures)));
  }

  function stageOf(board, place) {
    if (!place) return 'LOADING';
    if (place.unknown) return 'UNKNOWN';
    var at = placeOf(board, place);
    if (at.anew && /^(WAITING|TURN|READY|LAPSED|RETURNING|EXPIRED)$/.test(place.stage)) return 'RESTARTED';
    var inLine = /^(WAITING|RETURNING)$/.test(place.stage);
    if (inLine && board.stock === 'SOLD_OUT' && !/^(CLOSED|ENDED)$/.test(board.phase)) return 'SOLD_OUT';
    if (/^(LOBBY|CLOSED|ENDED)$/.test(board.phase) && (inLine ||
      board.phase === 'ENDED' && place.stage === 'EXPIRED')) return board.phase;
    if (place.stage !== 'WAITING') return place.stage;
    if (!at.turn) return 'LOBBY';
    return board.paused ? 'PAUSED' : board.stock || (at.ahead ? 'WAITING' : 'NEXT');
  }

  function step(minutes) {
    return minutes < 10 ? 1 : minutes < 60 ? 5 : minutes < 180 ? 15 : minutes < 2880 ? 60 : 1440;
  }

  /**
   * The wait in whole minutes, rounded outwards; null when unknown. Between two points lies what is between
   * them; behind the last one it goes on like that.
   */
  function estimateOf(board, ahead) {
    var said = board.forecast || {}, points = said.points || [], turns = ahead + 1, a = [0, 0, 0], b, i, part, low, high;
    if (!points.length || board.stock || turns > said.most) return null;
    for (i = 0; i < points.length && turns > (b = points[i])[0]; i++) a = b;
    if (i === points.length) a = [0, 0, 0];
    part = (turns - a[0]) / (b[0] - a[0]);
    low = (a[1] + part * (b[1] - a[1])) / 60;
    high = (a[2] + part * (b[2] - a[2])) / 60;
    low = Math.floor(low / step(low)) * step(low);
    high = Math.ceil(high / step(high)) * step(high);
    return { low: low, high: high > low ? high : low + step(low) };
  }

  /** With the digits of the language. */
  function digits(text, words) {
    return words.digits ? text.replace(/\d/g, function (digit) { return words.digits.charAt(digit); }) : text;
  }

  function number(n, words) {
    return digits(String(n).replace(new RegExp(words.groups || '\\d(?=(\\d{3})+$)', 'g'), '$&' + words.group), words);
  }

  function text(words, key, values) {
    return (words.texts[key] || '').replace(/\{(\w+)\}/g, function (all, name) {
      return values && values[name] !== undefined ? values[name] : all;
    });
  }

  /** A text in the form for a number. */
  function count(words, key, n, values) {
    var forms = words.texts[key], form = forms.other, all = { n: number(n, words) };
    for (var name in words.plurals) {
      if (forms[name] && new RegExp(words.plurals[name]).test(String(n))) { form = forms[name]; break; }
    }
    for (var other in values) all[other] = values[other];
    return text({ texts: { form: form } }, 'form', all);
  }

  function duration(words, minutes) {
    if (minutes < 60) return count(words, 'minutes', minutes);
    if (minutes >= 2880) return count(words, 'days', Math.floor(minutes / 1440));
    return minutes % 60 ? brief(words, minutes * 60) : count(words, 'hours', minutes / 60);
  }

  function brief(words, seconds) {
    var hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, parts = [];
    if (seconds < 60) return text(words, 'under-a-minute');
    if (hours) parts.push(text(words, 'hours-short', { n: number(hours, words) }));
    if (minutes) parts.push(text(words, 'minutes-short', { n: number(minutes, words) }));
    return parts.join(' ');
  }

  function estimate(words, board, ahead) {
    var range = estimateOf(board, ahead), said = board.forecast || {};
    if (board.paused) return text(words, 'while-paused');
    if (!range) {
      return text(words, !board.stock && ahead + 1 > said.most ? 'after-the-end' : said.by === 'by-hand' ? said.by : 'cannot-say');
    }
    if (!range.low) return text(words, 'at-most', { high: duration(words, range.high) });
    if (range.high < 60) {
      return text(words, 'minutes-between', { low: number(range.low, words), high: number(range.high, words) });
    }
    return text(words, 'between', { low: duration(words, range.low), high: duration(words, range.high) });
  }

  function clock(seconds) {
    var rest = seconds % 60;
    return Math.floor(seconds / 60) + ':' + (rest < 10 ? '0' : '') + rest;
  }

  function countdown(words, seconds) {
    return seconds < 3600 ? digits(clock(seconds), words) : seconds < 172800 ? brief(words, seconds)
      : duration(words, Math.floor(seconds / 60));
  }

  /** A moment in the visitor's own time and as their region writes it, by the calendar that the server has. */
  function date(words, iso) {
    var moment = new Date(instant(iso));
    try {
      return digits(moment.toLocaleString(words.language.replace('-BR', '') + (/-[A-Z]{2}$/.exec(navigator.language) || '') + '-u-ca-gregory-nu-latn', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric',
        hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }), words);
    } catch (oldBrowser) { return moment.toLocaleString(); }
  }

  /** Tags that lead to a file of another name: what the languages call "also". */
  var ALSO = {
    zh: 'zh-Hans', cmn: 'zh-Hans', 'zh-hant': 'zh-Hant', 'zh-tw': 'zh-Hant', 'zh-hk': 'zh-Hant', 'zh-mo': 'zh-Hant',
    yue: 'zh-Hant', pt: 'pt-BR', no: 'nb', nn: 'nb', iw: 'he', 'in': 'id', tl: 'fil', bs: 'hr', sh: 'sr-Latn', cnr: 'sr-Latn',
    'sr-latn': 'sr-Latn', mo: 'ro'
  };

  /** The files of these languages, as Texts.java finds them. */
  function filesOf(tags) {
    return tags.concat('en').map(function (tag) {
      var parts = String(tag).toLowerCase().split('-');
      while (parts.length > 1 && !ALSO[parts.join('-')]) parts.pop();
      return ALSO[parts.join('-')] || parts[0];
    }).filter(function (file, at, files) { return /^[a-z]{2,3}(-\w+)?$/.test(file) && files.indexOf(file) === at; });
  }

  function left(words, seconds) {
    return seconds < 60 ? count(words, 'seconds', seconds) : count(words, 'minutes', Math.floor(seconds / 60));
  }

  /** Old engines read three digits of a second's fraction. */
  function instant(iso) {
    return Date.parse(String(iso).replace(/(\.\d{3})\d+/, '$1'));
  }

  /** The server's clock is ahead of ours by skew milliseconds. */
  function secondsLeft(place, now, skew) {
    return Math.max(0, Math.floor((instant(place.until) - now - skew) / 1000));
  }

  /** Half of the time is over after which a place is given up. */
  function mustAsk(place, now, skew) {
    return !!place.until && 2000 * secondsLeft(place, now, skew) < instant(place.until) - instant(place.now);
  }

  /** What the operator says now. */
  function messagesOf(said, stage) {
    return (said.messages || []).filter(function (message) {
      return message.on === 'ALWAYS' || message.on === stage || message.on === 'CLOSED' && stage === 'ENDED';
    });
  }

  /** All that the page shows. */
  function viewOf(words, board, place, from, seconds) {
    var stage = stageOf(board, place), known = place && !place.unknown;
    var at = known ? placeOf(board, place) : {}, turn = at.turn || 0, ahead = at.ahead || 0;
    var waiting = /^(WAITING|PAUSED|TAKEN|NEXT)$/.test(stage);
    var grace = stage === 'EXPIRED' && !!place.until; // of a visit that ended a short while ago
    var total = Math.max(ahead, turn - from - 1), done = total - ahead, forecast = board && board.forecast || {};
    var view = {
      stage: stage,
      headline: text(words, stage + '.headline'),
      lead: text(words, (grace ? 'LAPSED' : stage) + '.lead'),
      state: stage === 'WAITING' ? count(words, 'WAITING.state', ahead) : text(words, stage + '.state'),
      figure: '', label: '', date: '', progress: 100, progressText: '', estimate: '', score: '', position: '', serving: '', spoken: '',
      waiting: waiting,
      explaining: waiting || stage === 'RETURNING' || stage === 'LOBBY',
      continuing: stage === 'TURN' && seconds > 0 || stage === 'ADMITTED',
      extending: stage === 'TURN' && !!place.extendable && seconds <= board.claimWindow,
      returning: stage === 'LAPSED' || grace,
      leaving: waiting || /^(TURN|READY|LAPSED|RETURNING|LOBBY|CLOSED|SOLD_OUT)$/.test(stage),
      entering: !grace && /^(COMPLETED|ABANDONED|EXPIRED|LEFT|RESTARTED|UNKNOWN|ENDED)$/.test(stage),
      order: text(words, stage === 'LOBBY' && place.receipt ? 'next-order-draw' : 'next-order'),
      notice: (waiting || stage === 'LOBBY') && board.stale ? text(words, 'stale') : ''
    };
    if (waiting) {
      view.figure = stage === 'NEXT' ? '' : number(ahead, words);
      view.label = count(words, 'ahead', ahead);
      view.estimate = estimate(words, board, ahead);
      view.score = forecast.judged ? text(words, 'score', { kept: number(forecast.kept, words), n: number(forecast.judged, words) }) : '';
      view.position = number(turn, words);
      view.serving = number(at.serving, words);
      view.progress = total ? Math.floor(100 * done / total) : 100;
      view.progressText = total ? count(words, 'progress', total, { done: number(done, words) }) : '';
      view.spoken = count(words, 'spoken', ahead, { estimate: view.estimate });
    } else if (stage === 'LOBBY') {
      view.figure = countdown(words, seconds);
      view.label = text(words, 'until-doors');
    } else if (stage === 'TURN') {
      view.figure = digits(clock(seconds), words);
      view.label = text(words, 'time-left');
    } else if (view.returning && place.until) {
      view.figure = brief(words, seconds);
      view.label = text(words, 'return-left');
    } else if (stage === 'ADMITTED' && place.until) {
      view.figure = brief(words, seconds);
      view.label = text(words, 'visit-left');
    }
    if (board && board.doors && /^(LOBBY|CLOSED|ENDED)$/.test(stage)) {
      view.date = text(words, stage === 'LOBBY' ? 'doors-open' : 'next-opening',
        { doors: date(words, board.doors.open), lobby: date(words, board.doors.lobby) });
    }
    view.title = text(words, 'title', { state: stage === 'WAITING' && estimateOf(board, ahead)
      ? view.estimate + ' - ' + view.state : view.state, room: board.title });
    return view;
  }

  /** For tests, and for draw.js. */
  window.waitingPage = {
    placeOf: placeOf, nextPoll: nextPoll, jitter: jitter, reportIn: reportIn, backOff: backOff, estimateOf: estimateOf,
    words: function () { return words; }, count: count, number: number, filesOf: filesOf, clock: clock, secondsLeft: secondsLeft, mustAsk: mustAsk, viewOf: viewOf
  };

  /* ---- Two ---- */

  var root = document.documentElement;
  var words, board, place, shown, from, skew = 0, frozen = false, away = 0, told, saidAt = 0, said = {};
  var best, grown, timer, context, plain, heard, hearing, listening;

  /** What makes an element seen. */
  var NEEDS = {
    date: 'date', notice: 'notice', figures: 'figure', progress: 'progressText', score: 'score', facts: 'waiting', 'continue': 'continuing',
    extend: 'extending', 'return': 'returning', enter: 'entering', leave: 'leaving', choices: 'explaining', next: 'explaining'
  };

  function element(id) { return document.getElementById(id); }

  /** A ring while waiting, with how many are ahead if they fit in; a disc when there is something to do. */
  function icon(view) {
    return element('icon').getAttribute('href').replace(/fill=.*/, "fill='" + (view.continuing ? "%23087a4b' stroke='%23087a4b'" : "none' stroke='%23687385'") +
      " stroke-width='3'/%3E" + (view.waiting && !view.figure[2] ? "%3Ctext x='4' y='11' font-size='8'%3E" + view.figure + '%3C/text%3E' : '') +
      '%3C/svg%3E');
  }

  function put(id, value) {
    var target = element(id);
    if (target.textContent !== value) target.textContent = value;
  }

  function each(selector, act) {
    var found = document.querySelectorAll(selector);
    for (var i = 0; i < found.length; i++) act(found[i]);
  }

  /** What the visitor chose lasts as long as the tab. */
  function remember(name, value) {
    try {
      if (value === undefined) return window.sessionStorage.getItem('gatehouse.' + room + '.' + name);
      window.sessionStorage.setItem('gatehouse.' + room + '.' + name, value);
    } catch (storageIsOff) { /* then it lasts as long as the page */ }
    return null;
  }

  /** Says nothing twice. */
  function say(stage) {
    var target = element('words'), now = target.cloneNode(false);
    messagesOf(heard, stage).forEach(function (message) { now.appendChild(built(message.says)); });
    if (target.isEqualNode(now)) return;
    target.textContent = '';
    while (now.firstChild) target.appendChild(now.firstChild);
  }

  /** Of [name, attributes, children...]. */
  function built(node) {
    if (!node.pop) return document.createTextNode(node);
    var made = document.createElement(node[0]);
    for (var name in node[1]) made.setAttribute(name, node[1][name]);
    for (var i = 2; i < node.length; i++) made.appendChild(built(node[i]));
    return made;
  }

  /** Fixed texts: elements name theirs in data-text. */
  function dress() {
    root.lang = words.language;
    root.dir = words.dir;
    each('[data-text]', function (target) {
      target.textContent = text(words, target.getAttribute('data-text'), {
        room: board.title,
        window: board.claimWindow < 60 ? count(words, 'seconds', board.claimWindow)
          : duration(words, Math.floor((board.claimWindow || 60) / 60)),
        kept: duration(words, Math.floor((board.waitingTtl || 86400) / 60))
      });
    });
    put('freeze', text(words, frozen ? 'unfreeze' : 'freeze'));
  }

  function render(thawed) {
    var end = stageOf(board, place) === 'LOBBY' ? board.doors && board.doors.open : place && place.until;
    var seconds = end ? secondsLeft({ until: end }, Date.now(), skew) : 0;
    var view = viewOf(words, board, place, from, seconds), changed = !shown || shown.stage !== view.stage;
    explain(view);
    say(view.stage); // seldom, and so even where updates are paused
    if (frozen && !changed && !thawed && view.explaining) return;
    put('room', board.title);
    document.title = view.title;
    document.body.className = view.stage;
    ['headline', 'lead', 'date', 'notice', 'figure', 'label', 'estimate', 'score', 'position', 'serving', 'order'].forEach(function (id) {
      put(id, view[id]);
    });
    if (/^(TURN|LOBBY)$/.test(view.stage)) element('figures').setAttribute('role', 'timer');
    else element('figures').removeAttribute('role');
    put('progress-text', view.progressText);
    element('bar').setAttribute('value', view.progress);
    for (var id in NEEDS) element(id).hidden = !view[NEEDS[id]];
    if (element('notices')) element('notices').hidden = !board.notices || !window.Notification;
    element('icon').href = icon(view);
    var came = shown && shown.stage === 'READY';
    speak(view, changed, seconds);
    shown = view;
    if (view.stage === 'TURN') goIn(came);
  }

  /** Says why an estimate grew, if that is known. */
  function explain(view) {
    var range = view.waiting && !board.paused ? estimateOf(board, placeOf(board, place).ahead) : null;
    if (range && best && range.high !== best.high) grown = range.high > best.high;
    if (range) best = range;
    var why = view.waiting && grown && (board.forecast || {}).change;
    if (away > 1) view.notice = text(words, 'offline');
    else if (frozen && view.explaining) view.notice = text(words, 'frozen');
    else if (!view.notice && why) view.notice = text(words, why);
  }

  /** Of the numbers at most once a minute, when their band changed. */
  function speak(view, changed, seconds) {
    var band = view.stage + view.estimate + view.figure.length, now = Date.now();
    if (view.stage === 'TURN') return speakOfTurn(changed, seconds);
    if (changed) {
      var calm = view.explaining && view.stage !== 'PAUSED';
      if (shown) put(calm ? 'status' : 'alert', view.headline + '. ' + (view.spoken && calm ? view.spoken : view.lead));
      told = band;
      saidAt = now;
    } else if (view.waiting && band !== told && now - saidAt >= 60000) {
      put('status', view.spoken);
      told = band;
      saidAt = now;
    }
  }

  function speakOfTurn(changed, seconds) {
    var marks = [300, 60, 20];
    if (changed) {
      said = {};
      put('alert', text(words, 'said-turn', { left: left(words, seconds) }));
      sound();
      // Until its script has come, window.notify is the box of that name.
      if (window.mayNotify && element('notify').checked && !document.hasFocus()) window.notify(board.title, element('alert').textContent, room);
    }
    for (var i = 0; i < marks.length; i++) {
      if (seconds > marks[i] || said[marks[i]]) continue;
      said[marks[i]] = true;
      if (!changed && seconds > marks[i] - 10) {
        put(marks[i] === 300 ? 'status' : 'alert', text(words, 'said-left', { left: left(words, marks[i]) }));
      }
    }
  }

  function sound() {
    if (context && typeof window.chime === 'function' && element('chime').checked) window.chime(context);
  }

  function notifying() {
    var box = element('notify');
    remember('notify', box.checked ? 'yes' : '');
    if (box.checked) load('notify.js', function () { window.mayNotify(box, element('notify-no')); }, function () { box.checked = false; });
  }

  /** Makes the other tabs ask. */
  function tell() {
    try { window.localStorage.setItem('gatehouse.' + room, Date.now()); } catch (storageIsOff) { /* they see it at the end of the turn */ }
  }

  /** Once a turn, and only if the visitor let it, or has come already. */
  function goIn(came) {
    var turn = place.opening + '.' + place.position + '.' + place.until;
    if (!came && !element('auto').checked || remember('went') === turn || said.went === turn) return;
    remember('went', turn);
    said.went = turn;
    tell();
    element('continue').submit();
  }

  /* ---- Three ---- */

  var path = /^(.*\/rooms\/)([^\/]+)\/wait/.exec(window.location.pathname);
  var room = path ? decodeURIComponent(path[2]) : parameter('room');
  var base = (path ? path[1] : '/rooms/') + encodeURIComponent(room) + '/';
  var askedAbout, askedAfter = 0, askedAt = 0, report, loading;

  function parameter(name) {
    var found = new RegExp('[?&]' + name + '=([^&]*)').exec(window.location.search);
    try {
      return found ? decodeURIComponent(found[1].replace(/\+/g, ' ')) : '';
    } catch (malformed) { return ''; }
  }

  /** Status 0: nobody answered. */
  function get(url, done) {
    var request = new XMLHttpRequest();
    request.open('GET', url, true);
    request.timeout = 15000;
    request.onload = function () {
      var body = null;
      try { body = JSON.parse(request.responseText); } catch (notJson) { /* not ours */ }
      done(body || request.status !== 200 ? request.status : 0, body, request);
    };
    request.onerror = request.ontimeout = request.onabort = function () { done(0); };
    request.send();
  }

  /** A part that few need. */
  function load(file, done, failed) {
    var script = document.createElement('script');
    script.src = texts.replace('texts/', file);
    script.onload = done;
    script.onerror = failed;
    document.body.appendChild(script);
  }

  function later(seconds) {
    window.clearTimeout(timer);
    timer = window.setTimeout(poll, jitter(window.told ? 60 : seconds, Math.random()) * 1000);
  }

  /** At least say that nothing is lost. */
  function trouble() {
    put('notice', text(words, 'offline'));
    element('notice').hidden = false;
  }

  function failed() {
    away++;
    if (shown) render(true);
    else trouble();
    later(backOff(board ? nextPoll(board, 0) : 2, Math.min(away, 6)));
  }

  function poll() {
    window.clearTimeout(timer);
    get(base + 'board', function (status, answer, request) {
      if (status !== 200) return failed();
      if (answer.phase === 'LOBBY') setClock(request);
      see(answer);
    });
  }

  function waits() { return place && place.stage === 'WAITING'; }

  function see(answer) {
    if (answer.events && !listening) load('push.js', function () { window.listen(base + 'board/events', waits, see, later); });
    listening = answer.events;
    if (!board || answer.opening !== board.opening || answer.serving >= board.serving) board = answer;
    board.stale = answer.stale;
    hear();
    if (askAgain()) return ask();
    reportBack();
    arrived();
  }

  /** What the board names never changes; what is not to be had is asked for next time. */
  function hear() {
    var name = board.words;
    if (hearing || name === heard.edition) return;
    if (!name) return take({});
    hearing = true;
    get(base + 'words/' + name + '/' + words.language, function (status, answer) {
      hearing = false;
      if (status === 200 && answer.edition === board.words) take(answer);
    });
  }

  /** The operator's texts go before the page's own. */
  function take(said) {
    heard = said;
    if (said.looks && !element('looks')) dressUp(said.edition);
    words.texts = Object.create(plain);
    for (var key in said.texts) words.texts[key] = said.texts[key];
    if (!shown) return;
    dress();
    render(true);
  }

  /** The operator's looks, which the server's page has already. */
  function dressUp(edition) {
    var link = document.createElement('link');
    link.id = 'looks';
    link.rel = 'stylesheet';
    link.href = base + 'looks/' + edition;
    document.getElementsByTagName('head')[0].appendChild(link);
  }

  /** By when the board was made and how long caches have kept it. */
  function setClock(request) {
    var made = Date.parse(request.getResponseHeader('Date'));
    var ahead = made + 1000 * (Number(request.getResponseHeader('Age')) || 0) - Date.now();
    if (Math.abs(ahead - skew) > 2000) skew = ahead;
  }

  /** Not all at once. */
  function prepare() {
    if (loading || !board.draw || place.drawn && root.getAttribute('data-board')) return;
    loading = window.setTimeout(function () {
      load('draw.js', function () { window.drawLines(board, place); render(); }, function () { loading = 0; }); // the next board tries again
    }, Math.random() * (board.draw.key ? 5000 : 60000));
  }

  function askAgain() {
    if (!place || askedAbout !== board.opening || /^(READY|RETURNING)$/.test(place.stage)) return true;
    if (/^(TURN|LAPSED|EXPIRED)$/.test(place.stage) && place.until) return secondsLeft(place, Date.now(), skew) === 0;
    return place.stage === 'WAITING' && (placeOf(board, place).called || mustAsk(place, Date.now(), skew));
  }

  /** The line was lost, and comes back from the visitors' cookies; or has ended. */
  function reportBack() {
    var lost = place.stage === 'WAITING' && board.recovery > askedAfter && place.position <= board.recovery;
    var over = board.phase === 'ENDED' && /^(WAITING|RETURNING)$/.test(place.stage);
    if (report || !lost && !over) return;
    report = window.setTimeout(ask, reportIn(board, placeOf(board, place).ahead, Math.random()) * 1000);
  }

  /** Asks for one's own place. */
  function ask() {
    var recovery = board.recovery || 0;
    window.clearTimeout(report);
    report = -1; // under way: a board that comes meanwhile asks for nothing more
    get(base + 'place', function (status, answer) {
      report = 0;
      if (status === 404 && answer) answer = { unknown: true };
      else if (status !== 200) return failed();
      learn(answer, recovery, Date.now());
      arrived();
    });
  }

  function learn(answer, recovery, now) {
    if (!answer.unknown) skew = instant(answer.now) - now;
    place = answer;
    askedAbout = board.opening;
    askedAfter = recovery;
    askedAt = now;
  }

  function brought(name) { return JSON.parse(root.getAttribute('data-' + name)); }

  /** What the server's page brings along. */
  function unpack() {
    var timing = window.performance && window.performance.timing, answer = brought('place');
    board = brought('board');
    heard = brought('words') || {};
    if (answer) learn(answer, board.recovery || 0, timing && timing.responseStart || Date.now());
  }

  function arrived() {
    var back = away > 1, waiting = place.stage === 'WAITING';
    away = 0;
    if (!place.unknown) { begin(); prepare(); }
    if (!/^(ADMITTED|COMPLETED|ABANDONED|EXPIRED|LEFT)$/.test(place.stage) && !place.unknown) {
      later(Math.max(nextPoll(board, waiting ? placeOf(board, place).ahead : 0),
        waiting || place.stage === 'READY' ? 1 : place.stage === 'RETURNING' ? 5 : 15));
    }
    if (!shown) dress();
    render();
    if (back && shown.waiting) put('status', text(words, 'online'));
  }

  /** The bar counts from the first board of this tab. */
  function begin() {
    var name = 'from.' + place.opening + '.' + place.position, kept = remember(name) || parameter('from');
    var base = placeOf(board, place).base;
    from = /^\d{1,15}$/.test(kept) ? Math.min(Number(kept), base) : from === undefined ? base : from;
    remember(name, String(from));
  }

  /** Back: ask at once, not twice within two seconds. */
  function wake() {
    if (!words || document.hidden || Date.now() - askedAt < 2000) return;
    askedAbout = undefined;
    poll();
  }

  function tick() {
    if (shown && shown.stage === 'LOBBY') return render();
    if (!shown || !/^(TURN|LAPSED|ADMITTED|EXPIRED)$/.test(shown.stage)) return;
    if (place.until && secondsLeft(place, Date.now(), skew) === 0 && Date.now() - askedAt > 5000) {
      askedAt = Date.now();
      ask();
    } else if (shown.stage === 'TURN') render();
  }

  function wire() {
    each('.plain', function (target) { target.hidden = true; });
    each('form', function (form) {
      form.action = base + form.getAttribute('data-act');
      form.elements.request.value = parameter('request');
      form.onsubmit = tell;
    });
    ['enter', 'move'].forEach(function (to) {
      element(to + '-link').href = base + to + '?request=' + encodeURIComponent(parameter('request'));
    });
    element('auto').checked = remember('auto') === 'yes';
    element('auto').onchange = function () { remember('auto', element('auto').checked ? 'yes' : 'no'); };
    element('chime').onchange = function () {
      var Sound = window.AudioContext || window.webkitAudioContext;
      if (!context && Sound) context = new Sound();
      load('chime.js', sound);
    };
    // A page of before this box may run this script: a copy on a CDN, or a node that is not upgraded yet.
    var box = element('notify');
    if (box) {
      box.onchange = notifying;
      if (remember('notify') && window.Notification && window.Notification.permission === 'granted') {
        box.checked = true;
        notifying();
      }
    }
    element('freeze').onclick = function () {
      frozen = !frozen;
      put('freeze', text(words, frozen ? 'unfreeze' : 'freeze'));
      render(true);
    };
    window.addEventListener('pageshow', function (event) { if (event.persisted) wake(); });
    window.addEventListener('online', wake);
    window.addEventListener('storage', function () { window.setTimeout(ask, 1000); });
    document.addEventListener('visibilitychange', wake);
    window.setInterval(tick, 1000);
  }

  /** Files that we may speak: the server's choice, or what the browser prefers. */
  function languages() {
    var own = root.getAttribute('data-language');
    return own ? [own, 'en'] : filesOf(navigator.languages || [navigator.language]);
  }

  function read(tags, tries) {
    get(texts + tags[0] + '.json', function (status, answer) {
      if (status === 200) {
        words = answer;
        words.language = tags[0];
        plain = words.texts;
        take(heard);
        return place && Date.now() - askedAt < 5000 ? arrived() : poll();
      }
      if (status && tags.length > 1) return read(tags.slice(1), 0);
      window.setTimeout(function () { read(tags, tries + 1); }, jitter(backOff(2, tries), Math.random()) * 1000);
    });
  }

  var scripts = document.getElementsByTagName('script');
  var texts = scripts.length ? scripts[scripts.length - 1].src.replace(/[^\/]*$/, 'texts/') : '';
  if (element('headline') && room) {
    wire();
    unpack();
    read(languages(), 0);
  }
})(window, document);
