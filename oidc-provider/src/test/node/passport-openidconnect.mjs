// A site on passport-openidconnect: every page asks for a login. One pending login a browser.
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIdConnectStrategy from 'passport-openidconnect'

const { ISSUER, SITE, SECRET } = process.env
passport.use(new OpenIdConnectStrategy({
  issuer: ISSUER,
  authorizationURL: `${ISSUER}/authorize`,
  tokenURL: `${ISSUER}/token`,
  userInfoURL: `${ISSUER}/userinfo`,
  clientID: 'shop',
  clientSecret: SECRET,
  callbackURL: `${SITE}/callback`,
  scope: ['profile', 'email'],
  nonce: true,
}, (issuer, profile, done) => done(null, { sub: profile.id })))
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'a secret for the cookies of this site alone', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/callback', passport.authenticate('openidconnect', { successReturnToOrRedirect: '/', keepSessionInfo: true }))
app.use((request, response, next) => {
  if (request.isAuthenticated()) return response.json({ page: request.path, sub: request.user.sub })
  request.session.returnTo = request.originalUrl
  passport.authenticate('openidconnect')(request, response, next)
})
app.use((failure, request, response, next) => response.status(failure.status ?? 500).json({ message: failure.message }))
app.listen(Number(new URL(SITE).port), '127.0.0.1')
