/*
 * A gate at the edge of a network: edge.md says how to set it up. Fill in GATE and upload the whole file.
 *
 * CloudFront Functions (runtime 2.0) call `handler`; Cloudflare Workers and Fastly Compute hand requests to the listener at the end.
 * Written with what all three of them know, and in less than the 10 KB that CloudFront takes.
 */
const GATE = {
  room: 'shop',
  issuer: 'https://shop.example', // Gatehouse, as visitors see it
  remember: 5, // seconds for which somebody is let pass who has been inside
  gatehouse: 'https://gatehouse.internal.example', // a worker asks it there
  site: 'https://origin.shop.example', // what stands behind a worker
  secret: '', // CloudFront alone: 32 random characters or more, known to nobody
};

const LINE = GATE.issuer + '/rooms/' + GATE.room + '/enter';

/** Whether what a visitor shows and what we expect are the same; how long it takes says nothing of where they differ. */
function isSame(shown, expected) {
  let different = shown.length === expected.length ? 0 : 1;
  for (let at = 0; at < expected.length; at++) different |= shown.charCodeAt(at) ^ expected.charCodeAt(at);
  return different === 0;
}

/* ---- CloudFront: asks nobody, so it sends visitors past /verify, and signs what that has said. ---- */

const VISIT = 'gatehouse-visit-' + GATE.room;

function handler(event) {
  try {
    if (GATE.secret.length < 32) throw new Error('GATE.secret must have 32 characters or more');
    const now = Math.floor(Date.now() / 1000);
    return event.context.eventType === 'viewer-response' ? verified(event, now) : guarded(event.request, now);
  } catch (failure) {
    console.log(String(failure));
    return { statusCode: 503, headers: { 'retry-after': { value: '5' }, 'cache-control': { value: 'no-store' } } };
  }
}

/** Viewer request, of all that is the site's: on to it with a visit that is alive, else past /verify and back. */
function guarded(request, now) {
  const subject = request.cookies[VISIT] ? subjectOf(request.cookies[VISIT].value, now) : '';
  if (!subject) return redirect('/verify/' + GATE.room + request.uri + queryOf(request));
  request.headers['x-gatehouse-subject'] = { value: subject };
  return request;
}

/** Viewer response, of /verify alone, which tells of any room. CloudFront does not call it for refusals, which visitors see as they are. */
function verified(event, now) {
  const said = event.response.headers;
  const room = said['x-gatehouse-room'];
  if (event.response.statusCode !== 200 || !room || room.value !== GATE.room) return event.response;
  const until = Math.min(Number(said['x-gatehouse-expires'].value), now + GATE.remember);
  const text = until + '.' + said['x-gatehouse-subject'].value;
  // One slash before the path, or it might name another host.
  const path = event.request.uri.slice(('/verify/' + GATE.room).length).replace(/^[\/\\]*/, '/');
  const answer = redirect(path + queryOf(event.request));
  answer.cookies = {};
  answer.cookies[VISIT] = {
    value: text + '.' + signature(text),
    attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax',
  };
  return answer;
}

/** The method and what is sent stay as they are. */
function redirect(location) {
  return {
    statusCode: 307,
    statusDescription: 'Temporary Redirect',
    headers: { location: { value: location }, 'cache-control': { value: 'no-store' } },
  };
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

/* ---- Workers: check a token's signature, and ask /verify whether the admission is alive. ---- */

const KEYS_KEPT = 300; // seconds
const KEYS_AWAITED = 10; // seconds until an unknown key is asked for again
const MOST_VISITS = 1000;

const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
};

let keys = { all: [], read: 0 };
let visits = {};

async function answer(request) {
  const path = new URL(request.url).pathname;
  if (/^\/(rooms|waiting-page)\//.test(path)) return fetch(onward(request, GATE.gatehouse), { backend: 'gatehouse' });
  const visit = await visitOf(request.headers, Math.floor(Date.now() / 1000));
  if (!visit) return isPerson(request) ? refusal(302, 'Location', LINE) : refusal(401, 'WWW-Authenticate', 'Bearer');
  const passed = onward(request, GATE.site);
  passed.headers.set('X-Gatehouse-Subject', visit.subject);
  return fetch(passed, { backend: 'site' });
}

/** The same request to somebody else. */
function onward(request, origin) {
  const url = new URL(request.url);
  return new Request(origin + url.pathname + url.search, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    duplex: 'half',
    redirect: 'manual',
  });
}

function refusal(status, name, value) {
  const headers = { 'Cache-Control': 'no-store' };
  headers[name] = value;
  return new Response(null, { status: status, headers: headers });
}

/** Whether somebody goes there, and not a script or an image. */
function isPerson(request) {
  const mode = request.headers.get('Sec-Fetch-Mode');
  const dest = request.headers.get('Sec-Fetch-Dest');
  return (!mode || mode === 'navigate') && (!dest || dest === 'document') && !request.headers.get('X-Requested-With') &&
    /text\/html/.test(request.headers.get('Accept') || '');
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
  const said = await fetch(GATE.gatehouse + '/verify?room=' + GATE.room, { headers: proofs, backend: 'gatehouse' });
  if (said.status === 401) return null;
  if (said.status !== 200) throw new Error('/verify answers ' + said.status);
  if (Object.keys(visits).length >= MOST_VISITS) visits = {};
  const until = Math.min(Number(said.headers.get('X-Gatehouse-Expires')), now + GATE.remember);
  visits[shown] = { until: until, subject: said.headers.get('X-Gatehouse-Subject') };
  return visits[shown];
}

/** Whether this is a token of ours that has not expired, by its signature. */
async function isGenuine(token, now) {
  const parts = token.split('.');
  if (parts.length !== 3) return false;
  try {
    const header = JSON.parse(new TextDecoder().decode(bytesOf(parts[0])));
    const claims = JSON.parse(new TextDecoder().decode(bytesOf(parts[1])));
    if (claims.iss !== GATE.issuer || !(claims.exp > now)) return false;
    const algorithm = ALGORITHMS[header.alg];
    const key = await keyOf(header, now);
    if (!algorithm || !key) return false;
    const verifier = await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(parts[0] + '.' + parts[1]);
    return await crypto.subtle.verify(algorithm, verifier, bytesOf(parts[2]), signed);
  } catch (malformed) {
    return false;
  }
}

/** Gatehouse publishes a key before it signs with it. */
async function keyOf(header, now) {
  const known = keys.all.find((key) => key.kid === header.kid && key.alg === header.alg);
  if (now - keys.read < (known ? KEYS_KEPT : KEYS_AWAITED)) return known;
  const said = await fetch(GATE.gatehouse + '/.well-known/jwks.json', { backend: 'gatehouse' });
  keys = { all: said.status === 200 ? (await said.json()).keys : keys.all, read: now };
  return keys.all.find((key) => key.kid === header.kid && key.alg === header.alg);
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
  addEventListener('fetch', (event) => event.respondWith(answer(event.request).catch(away)));
}
