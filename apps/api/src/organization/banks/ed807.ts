import type { Bank } from '@referral-dashboard/api-contract';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { z } from 'zod';

/** Maximum size of the unpacked XML. A directory has about 10 MB, and less than 1 MB when zipped. */
const MAX_BYTES = 64 * 1024 * 1024;

const NOT_A_DIRECTORY = 'Это не справочник БИК (ED807) Банка России.';

/** Decodes the XML of a file or of the XML file in an archive. @throws Error with a Russian message */
function decodeText(file: Uint8Array): string {
  const isArchive = file[0] === 0x50 && file[1] === 0x4b;
  const [content] = isArchive ? unzip(file) : [file];
  if (content === undefined) throw new Error('В архиве нет файла XML.');
  const declaration = new TextDecoder('latin1').decode(content.subarray(0, 200));
  const encoding = /encoding=["']([\w-]+)["']/i.exec(declaration)?.[1] ?? 'utf-8';
  return new TextDecoder(encoding).decode(content);
}

function unzip(file: Uint8Array): Uint8Array[] {
  try {
    return Object.values(
      unzipSync(file, {
        filter: ({ name, originalSize }) => /\.xml$/i.test(name) && originalSize <= MAX_BYTES,
      }),
    );
  } catch (cause) {
    throw new Error('Архив поврежден.', { cause });
  }
}

/** Banks, and the first day of validity, or null when the file does not state it. */
export type Directory = { banks: Bank[]; day: string | null };

/** Returns the banks of {@link readDirectoryFile}. */
export const readDirectory = (file: Uint8Array): Bank[] => readDirectoryFile(file).banks;

/**
 * Reads an ED807 file, plain or zipped, in the encoding that it declares. The correspondent account of a bank is its active account of the type
 * CRSA. Banks that are excluded from the directory are skipped.
 *
 * Source: docs/decisions/0015-registries.md
 *
 * @throws Error with a Russian message for a file that is not a directory.
 */
export function readDirectoryFile(file: Uint8Array): Directory {
  const banks: Bank[] = [];
  let current: (Bank & { isExcluded: boolean }) | undefined;
  let root = '';
  let day: string | null = null;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const attribute = (key: string) => attributes[key] ?? '';
    root ||= name;
    if (name === 'ED807') day = parseDay(attribute('BusinessDay')) ?? parseDay(attribute('EDDate'));
    if (name === 'BICDirectoryEntry')
      current = { bik: attribute('BIC'), name: '', city: '', corr_account: '', isExcluded: false };
    else if (name === 'ParticipantInfo' && current !== undefined) {
      current.name = attribute('NameP');
      current.city = [attribute('Tnp'), attribute('Nnp')].filter(Boolean).join(' ');
      current.isExcluded = attribute('ParticipantStatus') === 'PSDL';
    } else if (
      name === 'Accounts' &&
      current !== undefined &&
      attribute('RegulationAccountType') === 'CRSA' &&
      attribute('AccountStatus') === 'ACAC'
    )
      current.corr_account ||= attribute('Account');
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'BICDirectoryEntry' || current === undefined) return;
    const { isExcluded, ...bank } = current;
    if (!isExcluded) banks.push(bank);
    current = undefined;
  });
  try {
    parser.write(decodeText(file)).close();
  } catch (cause) {
    const sentence = cause instanceof Error && /[а-я]/i.test(cause.message) ? cause.message : NOT_A_DIRECTORY;
    throw new Error(sentence, { cause });
  }
  if (root !== 'ED807' || banks.length === 0) throw new Error(NOT_A_DIRECTORY);
  if (banks.some(({ bik, name }) => !/^\d{9}$/.test(bik) || name === '')) throw new Error(NOT_A_DIRECTORY);
  return { banks, day };
}

const parseDay = (text: string) => (z.iso.date().safeParse(text).success ? text : null);
