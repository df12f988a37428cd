import QRCode from 'qrcode';

/** An address, or bytes in a code page of their own, as a QR code: SVG, with a quarter of it to spare for damage. */
export const qrOf = (content: string | Buffer): Promise<string> =>
  QRCode.toString(typeof content === 'string' ? content : [{ data: new Uint8Array(content), mode: 'byte' }], {
    type: 'svg',
    errorCorrectionLevel: 'M',
  });
