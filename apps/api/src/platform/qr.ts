import QRCode from 'qrcode';

/** An address as a QR code: SVG, with a quarter of it to spare for damage. */
export const qrOf = (address: string): Promise<string> =>
  QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M' });
