import { describeReward, type Link, type Program } from '@referral-dashboard/api-contract';
import { type PdfDocument, text } from '../../platform/pdf/layout.ts';

/** Side of the QR code in points (10 cm). */
const SIDE = 283;

type Terms = Pick<Program, 'reward' | 'reward_event'>;

/** Printable page with the QR code of a link, the program, the reward and the address. */
export function printableQr({ program }: Link, { reward, reward_event }: Terms, href: string): PdfDocument {
  const alignment = 'center';
  return {
    title: `QR-код: ${program.name}`,
    content: [
      text(program.name, { alignment, fontSize: 26, bold: true, margin: [0, 72, 0, 12] }),
      ...(reward === null ? [] : [text(describeReward(reward, reward_event), { alignment, fontSize: 16 })]),
      { qr: href, fit: SIDE, eccLevel: 'M', alignment, margin: [0, 36, 0, 24] },
      text(href, { alignment, fontSize: 12 }),
    ],
  };
}
