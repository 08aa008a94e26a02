/*
 * The script of the plain pages. One classic script in ES5, like the waiting page's; without it each page does its job by
 * hand.
 */
(function (window, document) {
  'use strict';

  /** Follows the page's link by itself after a while, for as long as the visitor leaves that on. */
  function tryAgain(choice) {
    var box = choice.getElementsByTagName('input')[0], timer;
    box.onchange = function () {
      window.clearTimeout(timer);
      if (box.checked) timer = window.setTimeout(follow, Number(box.getAttribute('data-after')) * 1000);
    };
    choice.hidden = false;
    box.onchange();
  }

  function follow() {
    window.location.replace(document.getElementById('onward').href);
  }

  var choice = document.getElementById('by-itself');
  if (choice) tryAgain(choice);
})(window, document);
