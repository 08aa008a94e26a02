/*
 * Tells contrasts as colours are typed or picked, and reads a logo's file. The form works without it, and the
 * server checks the same. ES5.
 */
(function () {
  'use strict';

  var PAIRS = [['ink', 'card', 'Text on the page'], ['ink', 'page', 'Text on what is around it'], ['accent', 'card', 'Buttons and links']];

  var say = window.gatehouseWords.say;

  function each(root, selector, visit) {
    Array.prototype.forEach.call(root.querySelectorAll(selector), visit);
  }

  function linear(channel) {
    var share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  /** WCAG 2.2, relative luminance. */
  function luminance(colour) {
    var rgb = parseInt(colour.substr(1), 16);
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
  }

  function contrast(one, other) {
    var a = luminance(one), b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  function colour(theme, name) {
    var field = theme.querySelector('[data-colour="' + name + '"]');
    return field.value.trim() || field.placeholder;
  }

  function tell(theme) {
    var said = PAIRS.map(function (pair) {
      var one = colour(theme, pair[0]), other = colour(theme, pair[1]);
      if (!/^#[0-9a-f]{6}$/i.test(one) || !/^#[0-9a-f]{6}$/i.test(other)) return say(pair[2] + ': no colour yet');
      var ratio = contrast(one, other);
      return say(pair[2] + ': ' + (Math.floor(ratio * 100) / 100).toFixed(2) + (ratio < 4.5 ? ', too little' : ', enough'));
    }).join('. ') + '.';
    var told = theme.querySelector('[data-contrast]');
    if (told.textContent !== said) told.textContent = said;
  }

  /**
   * A picker beside the field, which is what is sent: an empty field is a colour of ours, and a picker is
   * never empty.
   */
  function pick(field) {
    var row = document.createElement('div'), picker = document.createElement('input');
    function follow() {
      var typed = field.value.trim() || field.placeholder;
      if (/^#[0-9a-f]{6}$/i.test(typed)) picker.value = typed.toLowerCase();
    }
    row.className = 'row';
    picker.type = 'color';
    picker.setAttribute('aria-label', say('Pick:') + ' ' + field.labels[0].textContent.trim());
    field.parentNode.insertBefore(row, field);
    row.appendChild(field);
    row.appendChild(picker);
    picker.addEventListener('input', function () { field.value = picker.value; });
    field.addEventListener('input', follow);
    follow();
  }

  window.gatehouseWords.then(function () {
    each(document, '[data-theme]', function (theme) {
      each(theme, '[data-colour]', pick);
      theme.addEventListener('input', function () { tell(theme); });
      tell(theme);
    });
  });

  each(document, '[data-logo]', function (section) {
    var logo = section.querySelector('textarea');
    section.querySelector('[data-file]').hidden = false;
    logo.hidden = logo.labels[0].hidden = !logo.value;
    section.querySelector('input[type=file]').addEventListener('change', function (event) {
      var file = event.target.files[0], reader = new FileReader();
      reader.onload = function () { logo.value = reader.result; };
      if (file) reader.readAsDataURL(file);
    });
  });
})();
