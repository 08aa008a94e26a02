// A site on the library openid-client, as its documentation has it: PKCE, state, nonce and max_age with every
// login. Started with ISSUER, SITE (its own address), SECRET and AUTH (basic, post or key) in the
// environment.
import { createServer } from 'node:http'
import * as client from 'openid-client'

const { ISSUER, SITE, SECRET, AUTH, CLIENT = 'shop' } = process.env
const MAX_AGE = 3600
const key = AUTH === 'key' && await crypto.subtle.importKey('jwk', JSON.parse(process.env.KEY),
  { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
const authentication = key ? client.PrivateKeyJwt(key) : AUTH === 'basic' ? client.ClientSecretBasic(SECRET) : client.ClientSecretPost(SECRET)
const config = await client.discovery(new URL(ISSUER), CLIENT, undefined, authentication, {
  execute: [client.allowInsecureRequests],
})
// With DPOP the tokens are bound to a key that this process holds.
const bound = process.env.DPOP ? { DPoP: client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256')) } : {}
const pending = new Map() // state → what the callback is checked against
let last // the newest login: callback, checks, tokens

async function login(query) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  pending.set(state, {
    pkceCodeVerifier: query.has('wrong-verifier') ? client.randomPKCECodeVerifier() : verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    maxAge: MAX_AGE,
  })
  const build = query.has('push') ? client.buildAuthorizationUrlWithPAR : client.buildAuthorizationUrl
  return build(config, {
    redirect_uri: `${SITE}/callback`,
    scope: 'openid profile email room',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    max_age: String(MAX_AGE),
  }, bound)
}

async function callback(url) {
  const checks = pending.get(url.searchParams.get('state'))
  const tokens = await client.authorizationCodeGrant(config, url, checks, undefined, bound)
  last = { url, checks, tokens }
  return about(tokens)
}

async function about(tokens) {
  const claims = tokens.claims()
  const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub, bound)
  return { claims, userinfo, type: tokens.token_type, pkce: config.serverMetadata().supportsPKCE() }
}

const actions = {
  '/callback': callback,
  '/refresh': async () => {
    last.tokens = await client.refreshTokenGrant(config, last.tokens.refresh_token, undefined, bound)
    return about(last.tokens)
  },
  '/reuse': () => client.authorizationCodeGrant(config, last.url, last.checks),
  '/userinfo': () => client.fetchUserInfo(config, last.tokens.access_token, client.skipSubjectCheck),
}

createServer(async (request, response) => {
  const url = new URL(request.url, SITE)
  try {
    if (url.pathname === '/login') {
      response.writeHead(302, { location: (await login(url.searchParams)).href }).end()
    } else {
      const answer = await actions[url.pathname](url)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
  } catch (failure) {
    const answer = { code: failure.code, error: failure.error, status: failure.status, message: failure.message }
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
}).listen(new URL(SITE).port, '127.0.0.1')
