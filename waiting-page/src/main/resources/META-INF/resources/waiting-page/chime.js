/* The sound at one's turn: the waiting page loads this for those who want to hear it. ES5. */
window.chime = function (context) {
  'use strict';
  var tone = context.createOscillator(), volume = context.createGain(), at = context.currentTime;
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.2, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 1.2);
  tone.connect(volume);
  volume.connect(context.destination);
  tone.start();
  tone.stop(at + 1.2);
};
