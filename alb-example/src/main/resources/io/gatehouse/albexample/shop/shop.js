// Without this script everything works: times stay in UTC and the stock is not shown.
(function () {
  "use strict";

  document.querySelectorAll("time").forEach(function (time) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString();
  });

  // A rule with "deny" guards /api/*: without a session it answers 401 instead of a redirect that a script cannot follow.
  document.querySelectorAll("[data-stock]").forEach(function (shown) {
    fetch("/api/stock", { redirect: "manual" }).then(function (answer) {
      if (!answer.ok) {
        shown.textContent = "Your stay has ended. Reload the page to go on.";
        return undefined;
      }
      return answer.json().then(function (stock) {
        shown.textContent = stock[shown.dataset.stock] + " left";
      });
    });
  });
})();
