/*
 * Sends the link that stands behind the # of the address, and takes it out of the history. The form works
 * without it. ES5.
 */
(function () {
  'use strict';

  var field = document.getElementById('link');

  function send() {
    if (location.hash.length < 2) return;
    field.value = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
    field.form.submit();
  }

  window.addEventListener('hashchange', send);
  send();
})();
