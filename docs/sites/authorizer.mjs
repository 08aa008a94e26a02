// A Lambda authorizer that asks Gatehouse whether a visitor is inside, and so sees the end of a visit. For
// REST APIs (TOKEN and REQUEST) and HTTP APIs (formats 1.0 and 2.0) of Amazon API Gateway. Node.js 18 or
// later, no packages. Environment: VERIFY, the address of the room's gate, such as
// https://wait.example.com/verify?room=sale

const PATIENCE = 2_000 // milliseconds

export async function handler(event) {
  const visitor = await inside(token(event))
  if (event.version === '2.0') {
    return { isAuthorized: visitor !== null, context: visitor ?? {} }
  }
  return {
    principalId: visitor?.subject ?? 'denied',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: visitor === null ? 'Deny' : 'Allow',
          // All methods, since API Gateway remembers the answer for each of them.
          Resource: `${event.methodArn.split('/')[0]}/*`
        }
      ]
    },
    context: visitor ?? {}
  }
}

/** Bare, as the old authorizer wanted it, or as Bearer. */
function token(event) {
  const headers = Object.entries(event.headers ?? {})
  const header = headers.find(([name]) => name.toLowerCase() === 'authorization')
  return String(event.authorizationToken ?? header?.[1] ?? '').replace(/^bearer +/i, '')
}

/**
 * Whom the token lets in, or null. If Gatehouse is away, the call fails: API Gateway answers 500, and
 * remembers nothing.
 */
async function inside(token) {
  if (!/^[\w.~+/=-]+$/.test(token)) {
    return null
  }
  const answer = await fetch(process.env.VERIFY, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE)
  })
  if (answer.status === 401) {
    return null
  }
  if (answer.status !== 200) {
    throw new Error(`Gatehouse answered ${answer.status}`)
  }
  return {
    subject: answer.headers.get('x-gatehouse-subject'),
    room: answer.headers.get('x-gatehouse-room'),
    expires: answer.headers.get('x-gatehouse-expires')
  }
}
