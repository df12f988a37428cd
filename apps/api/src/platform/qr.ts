/** An address, or bytes in a code page of their own, as a QR code: SVG, with a quarter of it to spare for damage. */
export async function qrOf(content: string | Buffer): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(
    typeof content === 'string' ? content : [{ data: new Uint8Array(content), mode: 'byte' }],
    { type: 'svg', errorCorrectionLevel: 'M' },
  );
}
