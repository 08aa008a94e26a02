/* Asks the operator's security key or passkey (WebAuthn), and sends what it answers with the form. A classic script. */
(function () {
  'use strict';

  function bytes(text) {
    var binary = window.atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(binary, function (letter) {
      return letter.charCodeAt(0);
    });
  }

  /** Base64url without padding. */
  function letters(buffer) {
    var binary = String.fromCharCode.apply(null, new Uint8Array(buffer));
    return window.btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }

  function named(keys) {
    return keys.map(function (key) {
      return { type: key.type, id: bytes(key.id) };
    });
  }

  function created(options) {
    options.challenge = bytes(options.challenge);
    options.user.id = bytes(options.user.id);
    options.excludeCredentials = named(options.excludeCredentials);
    return navigator.credentials.create({ publicKey: options });
  }

  function shown(options) {
    options.challenge = bytes(options.challenge);
    options.allowCredentials = named(options.allowCredentials);
    return navigator.credentials.get({ publicKey: options });
  }

  /** As RegistrationResponseJSON and AuthenticationResponseJSON have it (WebAuthn level 3, section 5.1.8). */
  function written(credential) {
    var answer = { clientDataJSON: letters(credential.response.clientDataJSON) };
    ['attestationObject', 'authenticatorData', 'signature', 'userHandle'].forEach(function (part) {
      if (credential.response[part]) {
        answer[part] = letters(credential.response[part]);
      }
    });
    return JSON.stringify({
      id: credential.id, rawId: letters(credential.rawId), type: credential.type, response: answer,
      clientExtensionResults: {}
    });
  }

  function tell(form, text) {
    var trouble = form.querySelector('[data-key-trouble]');
    trouble.textContent = text;
    trouble.hidden = false;
  }

  function send(form, field, answer, address) {
    var hidden = document.createElement('input');
    hidden.type = 'hidden';
    hidden.name = field.name;
    hidden.value = answer;
    field.removeAttribute('name');
    form.appendChild(hidden);
    form.action = address;
    form.submit();
  }

  function ask(form, field, address) {
    var options = JSON.parse(form.getAttribute('data-key'));
    (options.user ? created(options) : shown(options)).then(function (credential) {
      send(form, field, written(credential), address);
    }, function () {
      tell(form, window.gatehouseWords.say('Your key has not answered. Try again.'));
    });
  }

  /** Of a button without one of its own, formAction would be the page's. */
  function addressOf(form, button) {
    return button && button.hasAttribute('formaction') ? button.formAction : form.action;
  }

  function begin(form) {
    var field = form.querySelector('[data-key-field]');
    field.required = false;
    Array.prototype.forEach.call(form.querySelectorAll('[data-key-only]'), function (part) {
      part.hidden = false;
    });
    form.addEventListener('submit', function (event) {
      if (field.value === '' || event.submitter && event.submitter.hasAttribute('data-key-only')) {
        event.preventDefault();
        ask(form, field, addressOf(form, event.submitter));
      }
    });
  }

  if (window.PublicKeyCredential) {
    Array.prototype.forEach.call(document.querySelectorAll('form[data-key]'), begin);
  }
})();
