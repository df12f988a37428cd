/** Returns a QR code as SVG for an address, or for bytes in another code page. Error correction level M. */
export async function renderQr(content: string | Buffer): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  return QRCode.toString(
    typeof content === 'string' ? content : [{ data: new Uint8Array(content), mode: 'byte' }],
    { type: 'svg', errorCorrectionLevel: 'M' },
  );
}
