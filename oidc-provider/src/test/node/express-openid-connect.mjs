// A site on express-openid-connect: every page asks for a login. One pending login a browser.
import express from 'express'
import openidConnect from 'express-openid-connect'

const { ISSUER, SITE, SECRET, RESPONSE_TYPE = 'code' } = process.env
const app = express()
app.use(openidConnect.auth({
  issuerBaseURL: ISSUER,
  baseURL: SITE,
  clientID: 'shop',
  clientSecret: SECRET,
  secret: 'a secret for the cookies of this site alone',
  authRequired: true,
  idpLogout: true,
  httpTimeout: 60000, // it would give up on Gatehouse after 5 s
  authorizationParams: { response_type: RESPONSE_TYPE, scope: 'openid profile email' },
}))
app.use((request, response) => response.json({ page: request.path, sub: request.oidc.user.sub }))
app.use((failure, request, response, next) => response.status(failure.status ?? 500).json({ message: failure.message, error: failure.error ?? failure.cause?.error }))
app.listen(Number(new URL(SITE).port), '127.0.0.1')
