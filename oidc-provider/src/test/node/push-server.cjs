// web-push-testing as it is shipped: checks VAPID, decrypts, expires subscriptions. Beside it: the headers that it has seen, and answers in its place.
const { PushApiModel } = require('web-push-testing/src/PushApiModel.js');
const Server = require('web-push-testing/src/server.js');

const seen = [];
let answer = 0;
const server = new Server(new PushApiModel(), Number(process.env.PORT));
server._app.get('/seen', (request, response) => response.json(seen));
server._app.post('/answers/:status', (request, response) => {
  answer = Number(request.params.status);
  response.sendStatus(200);
});
server._app.use('/notify', (request, response, next) => {
  seen.push({ ttl: request.get('TTL'), urgency: request.get('Urgency'), topic: request.get('Topic') });
  if (answer) response.sendStatus(answer);
  else next();
});
server.startServer();
