// Two visitors of site "shop" at a node whose room calls one in 20 s: node .ci/login.mjs ORIGIN SECRET
// REDIRECT_URI
//
// They come one after the other, so the second waits for the turn. Of each the site redeems the code,
// verifies the ID token by the published keys, and asks for userinfo. ORIGIN is where the node is reached;
// what it answers with its issuer is asked there, as by a proxy.
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

const [origin, secret, redirect] = process.argv.slice(2)
const { issuer, jwks_uri: keys } = await (await fetch(`${origin}/.well-known/openid-configuration`)).json()
const here = address => address.replace(issuer, origin)

const check = (what, holds) => {
    if (!holds) throw new Error(what)
}

const browser = () => {
    const cookies = new Map()
    const ask = async (address, form) => {
        // Not by fetch, which says of itself that it does not navigate.
        const sent = request(here(address), { method: form ? 'POST' : 'GET', headers: { Accept: 'text/html,*/*;q=0.8',
            'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Content-Type': 'application/x-www-form-urlencoded',
            Cookie: [...cookies].map(pair => pair.join('=')).join('; ') } })
        sent.end(form && `${new URLSearchParams(form)}`)
        const [answer] = await once(sent, 'response')
        answer.body = await text(answer)
        for (const cookie of answer.headers['set-cookie'] ?? []) {
            const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/)
            if (/max-age=0(;|$)/i.test(cookie)) cookies.delete(name)
            else cookies.set(name, value)
        }
        return answer
    }
    // Goes there, and on until a page or the site is reached.
    const go = async (address, form) => {
        const answer = await ask(address, form)
        if (answer.statusCode < 300 || answer.statusCode > 399) {
            check(`${address}: ${answer.statusCode} ${answer.body}`, answer.statusCode === 200)
            return new URL(here(address))
        }
        const next = new URL(answer.headers.location, here(address)).href
        return next.startsWith(redirect) ? new URL(next) : go(next)
    }
    return { ask, go }
}

const authorize = `${origin}/authorize?${new URLSearchParams({ client_id: 'shop', redirect_uri: redirect, response_type: 'code',
    scope: 'openid', state: 'a state', nonce: 'a nonce' })}`

// What the site does with the address at which the visitor comes back.
const logIn = async back => {
    check(`came back without a code: ${back}`, back.searchParams.get('code') && back.searchParams.get('state') === 'a state')
    const answer = await (await fetch(`${origin}/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code: back.searchParams.get('code'), redirect_uri: redirect }),
    })).json()
    const [head, claims, signature] = (answer.id_token ?? '').split('.')
    check(`no ID token: ${JSON.stringify(answer)}`, signature)
    const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url'))
    const jwk = (await (await fetch(here(keys))).json()).keys.find(key => key.kid === kid)
    check('the ID token does not verify', verify('sha256', Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    const told = JSON.parse(Buffer.from(claims, 'base64url'))
    check(`of another issuer, or to another site: ${JSON.stringify(told)}`, told.iss === issuer && [told.aud].flat().includes('shop')
        && told.nonce === 'a nonce')
    const user = await (await fetch(`${origin}/userinfo`, { headers: { Authorization: `Bearer ${answer.access_token}` } })).json()
    check('userinfo names another', user.sub === told.sub)
    return alg
}

// Comes, waits for the turn where there is a line, and logs in. Tells whether there was one, and how the
// token is signed.
const visit = async () => {
    const { ask, go } = browser()
    const there = await go(authorize)
    if (there.href.startsWith(redirect)) return { waited: false, alg: await logIn(there) }
    check(`neither in line nor let in: ${there}`, there.pathname === '/rooms/shop/wait')
    const stage = async () => JSON.parse((await ask(`${origin}/rooms/shop/place`)).body).stage
    const first = await stage()
    for (let looks = 0; await stage() === 'WAITING'; looks++) {
        check('the turn does not come', looks < 600)
        await setTimeout(200)
    }
    const parked = there.searchParams.get('request')
    return { waited: first === 'WAITING', alg: await logIn(await go(`${origin}/rooms/shop/continue`, { request: parked })) }
}

await visit()
const { waited, alg } = await visit()
check('the second does not wait', waited)
console.log(`two visitors logged in at ${issuer}, the second waited; their ID tokens verify (${alg})`)
