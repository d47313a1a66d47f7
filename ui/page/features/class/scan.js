// Reads QR codes by the camera, for the page of a class: see class.go.
'use strict';

(() => {
  const camera = () => window.BarcodeDetector && navigator.mediaDevices ? 'yes' : '';

  // scan has heard told what QR codes say that the camera sees, until its picture has gone
  // from the page; nothing where the camera cannot be used.
  async function scan(heard) {
    const video = document.getElementById('class-camera');
    if (!video) return;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      video.srcObject = stream;
      video.play().catch(() => {});
      const reader = new BarcodeDetector({ formats: ['qr_code'] });
      while (video.isConnected) {
        for (const { rawValue } of await reader.detect(video).catch(() => [])) heard(rawValue);
        await new Promise((done) => setTimeout(done, 250));
      }
      stream.getTracks().forEach((track) => track.stop());
    } catch {
      heard();
    }
  }

  window.indistinctScan = Object.assign(window.indistinct, { camera, scan });
})();
