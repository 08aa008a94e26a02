/* Reads a file of digests into the field. The form works without it. ES5. */
(function () {
  'use strict';

  var file = document.getElementById('file');

  if (file) {
    document.getElementById('csv-file').hidden = false;
    file.addEventListener('change', function () {
      var reader = new FileReader();
      reader.onload = function () { document.getElementById('csv').value = reader.result; };
      if (file.files[0]) reader.readAsText(file.files[0]);
    });
  }
})();
