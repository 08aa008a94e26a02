// Plays three edges with docs/sites/edge.js as it stands there: CloudFront, Cloudflare and Fastly, each on a port of its own, and
// in a context that has what that edge offers and nothing else. What is sent to /-/clock is the time from then on, in milliseconds.
// Started with FILE, GATE (its settings, as JSON), CLOUDFRONT, CLOUDFLARE and FASTLY (the ports) in the environment.
const crypto = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const vm = require('node:vm')

const gate = JSON.parse(process.env.GATE)
const source = fs.readFileSync(process.env.FILE, 'utf8').replace(/const GATE = (\{[^]*?\n\});/, (all, documented) => {
  const names = (settings) => Object.keys(settings).sort().join()
  if (names(vm.runInNewContext(`(${documented})`)) !== names(gate)) throw new Error(`other settings: ${documented}`)
  return `const GATE = ${JSON.stringify(gate)};`
})

let now = Date.now()

function edge(offers) {
  const context = vm.createContext({ console, ...offers })
  vm.runInContext('(now) => { Date.now = now }', context)(() => now)
  vm.runInContext(source, context, { filename: 'edge.js' })
  return context
}

async function bodyOf(incoming) {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function listen(port, answer) {
  http
    .createServer(async (incoming, outgoing) => {
      const body = await bodyOf(incoming)
      if (incoming.url === '/-/clock') {
        now = Number(body)
        return outgoing.end()
      }
      try {
        await answer(incoming, body, outgoing)
      } catch (failure) {
        outgoing.writeHead(500).end(String(failure && failure.stack))
      }
    })
    .listen(port, '127.0.0.1')
}

/* ---- CloudFront, with the behaviors that edge.md has ---- */

const cloudFront = edge({
  require: (name) => {
    if (name !== 'crypto') throw new Error(`no module ${name}`)
    return { createHash: crypto.createHash, createHmac: crypto.createHmac }
  },
})

function event(eventType, incoming, response) {
  const url = new URL(incoming.url, 'http://edge')
  const querystring = {}
  for (const pair of url.search.slice(1).split('&').filter(Boolean)) {
    const [name, value = ''] = pair.split('=')
    if (querystring[name]) {
      querystring[name].multiValue = [...(querystring[name].multiValue || [{ value: querystring[name].value }]), { value }]
    } else querystring[name] = { value }
  }
  const cookies = {}
  for (const pair of (incoming.headers.cookie || '').split(/;\s*/).filter(Boolean)) {
    const name = pair.split('=')[0]
    const value = pair.slice(pair.indexOf('=') + 1)
    if (cookies[name]) {
      cookies[name].multiValue = [...(cookies[name].multiValue || [{ value: cookies[name].value }]), { value }]
    } else cookies[name] = { value }
  }
  const headers = {}
  for (const [name, value] of Object.entries(incoming.headers)) if (name !== 'cookie') headers[name] = { value }
  return {
    version: '1.0',
    context: { eventType },
    request: { method: incoming.method, uri: incoming.url.split('?')[0], querystring, headers, cookies },
    response,
  }
}

/** The visitor's own headers, Host too: the origin request policy AllViewer. */
function fromOrigin(origin, incoming, body, headers) {
  return new Promise((resolve, reject) => {
    const url = new URL(origin)
    http
      .request(
        { host: url.hostname, port: url.port, method: incoming.method, path: incoming.url, headers },
        async (response) => resolve({ response, body: await bodyOf(response) }),
      )
      .on('error', reject)
      .end(body)
  })
}

function sends(outgoing, answer) {
  outgoing.statusCode = answer.statusCode
  for (const [name, { value }] of Object.entries(answer.headers || {})) outgoing.setHeader(name, value)
  const cookies = Object.entries(answer.cookies || {})
  // The test has no https.
  outgoing.setHeader('set-cookie', cookies.map(([name, { value, attributes }]) => `${name}=${value}; ${attributes.replace('Secure; ', '')}`))
  outgoing.end()
}

listen(process.env.CLOUDFRONT, async (incoming, body, outgoing) => {
  const isGatehouse = /^\/(rooms|waiting-page|verify)\//.test(incoming.url)
  const headers = { ...incoming.headers }
  if (!isGatehouse) {
    const asked = cloudFront.handler(event('viewer-request', incoming))
    if (asked.statusCode) return sends(outgoing, asked)
    for (const name of Object.keys(headers)) if (name !== 'cookie') delete headers[name]
    for (const [name, { value }] of Object.entries(asked.headers)) headers[name] = value
  }
  const from = await fromOrigin(isGatehouse ? gate.gatehouse : gate.site, incoming, body, headers)
  if (incoming.url.startsWith('/verify/') && from.response.statusCode < 400) {
    const headers = {}
    for (const [name, value] of Object.entries(from.response.headers)) headers[name] = { value: String(value) }
    const response = { statusCode: from.response.statusCode, headers, cookies: {} }
    return sends(outgoing, cloudFront.handler(event('viewer-response', incoming, response)))
  }
  outgoing.writeHead(from.response.statusCode, from.response.headers)
  outgoing.end(from.body)
})

/* ---- Workers ---- */

/** What no edge hands to a worker. */
const OF_THE_CONNECTION = /^(connection|upgrade|http2-settings|host|content-length|transfer-encoding)$/

/** The worker of an edge: what it calls for each request. */
function worker(offers) {
  const listeners = []
  edge({
    addEventListener: (type, listener) => type === 'fetch' && listeners.push(listener),
    setTimeout,
    clearTimeout,
    Request,
    Response,
    Headers,
    URL,
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    Uint8Array,
    crypto: { subtle: crypto.webcrypto.subtle },
    ...offers,
  })
  return listeners[0]
}

function works(port, told, workerOf) {
  listen(port, async (incoming, body, outgoing) => {
    const event = told(incoming)
    event.request = new Request(new URL(incoming.url, `http://${incoming.headers.host}`), {
      method: incoming.method,
      headers: Object.entries(incoming.headers).filter(([name]) => !OF_THE_CONNECTION.test(name)),
      body: body.length ? body : undefined,
      redirect: 'manual',
    })
    const response = await new Promise((resolve) => workerOf()({ ...event, respondWith: resolve }))
    const headers = {}
    for (const [name, value] of response.headers) if (!/^(content-encoding|content-length|transfer-encoding|connection|set-cookie)$/.test(name)) headers[name] = value
    outgoing.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() })
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
}

/* Cloudflare keeps a worker, and writes from where a request comes over what stands there. */

const cloudflare = worker({ fetch })

works(
  process.env.CLOUDFLARE,
  (incoming) => {
    incoming.headers['cf-connecting-ip'] = '192.0.2.1'
    return {}
  },
  () => cloudflare,
)

/* Fastly begins anew with each request, knows backends by name, and keeps for two minutes whatever does not say `private`. */

const kept = new Map()

async function throughTheCacheOfFastly(resource, init = {}) {
  if (init.backend !== 'gatehouse' && init.backend !== 'site') throw new Error(`no backend ${init.backend}`)
  const request = new Request(resource, init)
  const isKept = request.method === 'GET' && init.cacheOverride !== 'pass'
  const before = isKept && kept.get(request.url)
  if (before && before.until > now) return before.response.clone()
  const response = await fetch(request)
  if (isKept && [200, 203, 300, 301, 302, 404, 410].includes(response.status) && !/private/.test(response.headers.get('cache-control'))) {
    kept.set(request.url, { response: response.clone(), until: now + 120_000 })
  }
  return response
}

works(
  process.env.FASTLY,
  () => ({ client: { address: '192.0.2.2' } }),
  () => worker({ fetch: throughTheCacheOfFastly }),
)
