/*
 * A gate at the edge: see edge.md. Fill in GATE and upload the whole file, at most 10 KB.
 * CloudFront Functions (runtime 2.0) call `handler`; workers of Cloudflare and Fastly listen at the end.
 */
const GATE = {
  room: 'shop',
  issuer: 'https://shop.example', // Gatehouse, as visitors see it
  remember: 5, // seconds for which a yes is good
  gatehouse: 'https://gatehouse.internal.example', // a worker asks it there
  site: 'https://origin.shop.example', // behind a worker
  secret: '', // CloudFront alone: 32 random characters or more
};

/** What visitors may not say to the site. */
const OURS = ['X-Gatehouse-Room', 'X-Gatehouse-Subject', 'X-Gatehouse-Expires'];

/** Takes as long wherever the two differ. */
function isSame(shown, expected) {
  let different = shown.length === expected.length ? 0 : 1;
  for (let at = 0; at < expected.length; at++) different |= shown.charCodeAt(at) ^ expected.charCodeAt(at);
  return different === 0;
}

/* ---- CloudFront: asks nobody; sends visitors past /verify, and signs what that says. ---- */

const VISIT = 'gatehouse-visit-' + GATE.room;

function handler(event) {
  try {
    if (GATE.secret.length < 32) throw new Error('GATE.secret is too short');
    const now = Math.floor(Date.now() / 1000);
    return event.context.eventType === 'viewer-response' ? verified(event, now) : guarded(event.request, now);
  } catch (failure) {
    console.log(String(failure));
    return { statusCode: 503, headers: { 'retry-after': { value: '5' }, 'cache-control': { value: 'no-store' } } };
  }
}

/** Viewer request, to the site: on with a visit that is alive, else past /verify and back. */
function guarded(request, now) {
  const shown = request.cookies[VISIT] || { value: '' };
  const subject = (shown.multiValue || [shown]).map((one) => subjectOf(one.value, now)).find((found) => found);
  if (!subject) return redirect({ headers: {} }, '/verify/' + GATE.room + request.uri + queryOf(request));
  OURS.forEach((name) => delete request.headers[name.toLowerCase()]);
  request.headers['x-gatehouse-subject'] = { value: subject };
  return request;
}

/** Viewer response, of /verify alone, which tells of any room. CloudFront does not call it for refusals. */
function verified(event, now) {
  const answer = event.response;
  const room = answer.headers['x-gatehouse-room'];
  if (answer.statusCode !== 200 || !room || room.value !== GATE.room) return answer;
  // Time enough for the way back.
  const until = Math.max(now + 2, Math.min(Number(answer.headers['x-gatehouse-expires'].value), now + GATE.remember));
  const text = until + '.' + answer.headers['x-gatehouse-subject'].value;
  answer.cookies = {};
  answer.cookies[VISIT] = {
    value: text + '.' + signature(text),
    attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax',
  };
  // One slash before the path, or it might name another host.
  const path = event.request.uri.slice(('/verify/' + GATE.room).length).replace(/^[\/\\]*/, '/');
  return redirect(answer, path + queryOf(event.request));
}

/** Method and form stay as they are. */
function redirect(answer, location) {
  answer.statusCode = 307;
  answer.headers.location = { value: location };
  answer.headers['cache-control'] = { value: 'no-store' };
  return answer;
}

function subjectOf(visit, now) {
  const parts = visit.split('.'); // until, subject, signature
  const isAlive = parts.length === 3 && Number(parts[0]) > now && isSame(parts[2], signature(parts[0] + '.' + parts[1]));
  return isAlive ? parts[1] : '';
}

function signature(text) {
  return require('crypto').createHmac('sha256', GATE.secret).update(GATE.room + '.' + text).digest('base64url');
}

function queryOf(request) {
  const pairs = [];
  Object.keys(request.querystring).forEach((name) => {
    const all = request.querystring[name].multiValue || [request.querystring[name]];
    all.forEach((one) => pairs.push(name + '=' + one.value));
  });
  return pairs.length ? '?' + pairs.join('&') : '';
}

/* ---- Workers: check a token's signature, and ask /verify. ---- */

const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
};

let keys = { all: [], read: 0 };
let visits = {};

async function answer(request, address) {
  const url = new URL(request.url);
  const onward = (origin) => {
    const passed = new Request(origin + url.pathname + url.search, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      duplex: 'half',
      redirect: 'manual',
    });
    OURS.forEach((name) => passed.headers.delete(name));
    if (address) passed.headers.set('X-Forwarded-For', address);
    return passed;
  };
  if (/^\/(rooms|waiting-page)\//.test(url.pathname)) return send(onward(GATE.gatehouse), 'gatehouse');
  const visit = await visitOf(request.headers, Math.floor(Date.now() / 1000));
  if (!visit && isPerson(request.headers)) return refusal(302, 'Location', lineOf(request, url));
  if (!visit) return refusal(401, 'WWW-Authenticate', 'Bearer');
  const passed = onward(GATE.site);
  passed.headers.set('X-Gatehouse-Subject', visit.subject);
  return send(passed, 'site');
}

/** Within two seconds, or never. */
function soon(answer) {
  let timer;
  const late = new Promise((on, fail) => (timer = setTimeout(fail, 2000, 'no answer')));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Past Fastly's cache, which keeps `no-store` for two minutes, for everybody. */
function send(request, backend) {
  return fetch(request, { backend: backend, cacheOverride: 'pass' });
}

/** The room's line, and from there back to the page. */
function lineOf(request, url) {
  const line = GATE.issuer + '/rooms/' + GATE.room + '/enter';
  const page = url.pathname + url.search;
  if (request.method !== 'GET' || page.length > 1000 || /[?&](code|state|token)=/.test(page)) return line;
  return line + '?request=gate..' + btoa(page).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function refusal(status, name, value) {
  const headers = { 'Cache-Control': 'no-store' };
  headers[name] = value;
  return new Response(null, { status: status, headers: headers });
}

/** Whether somebody goes there, and not a script or an image. */
function isPerson(headers) {
  const is = (name, expected) => (headers.get(name) || expected) === expected;
  return is('Sec-Fetch-Mode', 'navigate') && is('Sec-Fetch-Dest', 'document') && !headers.get('X-Requested-With') &&
    /text\/html/.test(headers.get('Accept') || '');
}

/** Who is inside, by a token or by Gatehouse's cookies; null for nobody. What is forged is never asked about. */
async function visitOf(headers, now) {
  const sent = (headers.get('Authorization') || '').trim().replace(/^Bearer\s+/i, '');
  const token = (await isGenuine(sent, now)) ? sent : '';
  const cookies = (headers.get('Cookie') || '').split(/;\s*/).filter((one) => /^(__Host-)?gatehouse-/.test(one)).join('; ');
  if (!token && cookies.indexOf('gatehouse-place-' + GATE.room + '=') < 0) return null;
  const shown = token + ' ' + cookies;
  const before = visits[shown];
  if (before && before.until > now) return before;
  const proofs = { Cookie: cookies };
  if (token) proofs.Authorization = 'Bearer ' + token;
  // By POST, which no cache answers.
  const asked = new Request(GATE.gatehouse + '/verify?room=' + GATE.room, { method: 'POST', headers: proofs });
  const said = await soon(send(asked, 'gatehouse'));
  if (said.status === 401) return null;
  if (said.status !== 200) throw new Error('/verify answers ' + said.status);
  if (Object.keys(visits).length >= 1000) visits = {};
  const until = Math.min(Number(said.headers.get('X-Gatehouse-Expires')), now + GATE.remember);
  visits[shown] = { until: until, subject: said.headers.get('X-Gatehouse-Subject') };
  return visits[shown];
}

/** Whether this is a token of ours, and not expired. */
async function isGenuine(token, now) {
  const parts = token.split('.');
  const header = jsonOf(parts[0]);
  const claims = jsonOf(parts[1]);
  if (parts.length !== 3 || claims.iss !== GATE.issuer || !(claims.exp > now)) return false;
  const algorithm = ALGORITHMS[header.alg];
  const key = algorithm && (await keyOf(header, now));
  if (!key) return false;
  try {
    const verifier = await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(parts[0] + '.' + parts[1]);
    return await crypto.subtle.verify(algorithm, verifier, bytesOf(parts[2]), signed);
  } catch (malformed) {
    return false;
  }
}

/** Kept for 300 seconds; an unknown one is asked for after 10. */
async function keyOf(header, now) {
  const find = () => keys.all.find((key) => key.kid === header.kid && key.alg === header.alg);
  if (now - keys.read < (find() ? 300 : 10)) return find();
  try {
    const said = await soon(fetch(GATE.gatehouse + '/.well-known/jwks.json', { backend: 'gatehouse' }));
    if (said.status !== 200) throw new Error('the keys: ' + said.status);
    keys = { all: (await said.json()).keys, read: now };
  } catch (away) {
    if (!find()) throw away;
  }
  return find();
}

function jsonOf(text) {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(text))) || {};
  } catch (malformed) {
    return {};
  }
}

function bytesOf(text) {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

/** While Gatehouse cannot be asked nobody is let in. */
function away(failure) {
  console.log(String(failure));
  return refusal(503, 'Retry-After', '5');
}

if (typeof addEventListener === 'function') {
  addEventListener('fetch', (event) => {
    const address = event.client ? event.client.address : event.request.headers.get('CF-Connecting-IP');
    event.respondWith(answer(event.request, address).catch(away));
  });
}
