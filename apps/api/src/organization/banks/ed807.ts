import type { Bank } from '@referral-dashboard/api-contract';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { z } from 'zod';

/** The directory takes less than a megabyte packed, and some ten unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;

const NOT_A_DIRECTORY = 'Это не справочник БИК (ED807) Банка России.';

/** Text of a directory: of the one XML file in an archive, or of the file itself. */
function textOf(file: Uint8Array): string {
  const isArchive = file[0] === 0x50 && file[1] === 0x4b;
  const [content] = isArchive ? unpacked(file) : [file];
  if (content === undefined) throw new Error('В архиве нет файла XML.');
  const declaration = new TextDecoder('latin1').decode(content.subarray(0, 200));
  const encoding = /encoding=["']([\w-]+)["']/i.exec(declaration)?.[1] ?? 'utf-8';
  return new TextDecoder(encoding).decode(content);
}

function unpacked(file: Uint8Array): Uint8Array[] {
  try {
    return Object.values(
      unzipSync(file, {
        filter: ({ name, originalSize }) => /\.xml$/i.test(name) && originalSize <= MOST_BYTES,
      }),
    );
  } catch (cause) {
    throw new Error('Архив поврежден.', { cause });
  }
}

/** A directory's banks, and the first day on which it is in force, where the file names one. */
export type Directory = { banks: Bank[]; day: string | null };

/** The banks of {@link readDirectoryFile}. */
export const readDirectory = (file: Uint8Array): Bank[] => readDirectoryFile(file).banks;

/**
 * Banks of an ED807 file, plain or in a ZIP, in whatever encoding it declares. The corr. account is the one of kind CRSA that is active;
 * who is excluded from the directory is left out.
 *
 * Source: docs/decisions/0030-banks.md
 *
 * @throws Error with a Russian sentence for what is no such file.
 */
export function readDirectoryFile(file: Uint8Array): Directory {
  const banks: Bank[] = [];
  let current: (Bank & { isExcluded: boolean }) | undefined;
  let root = '';
  let day: string | null = null;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const told = (attribute: string) => attributes[attribute] ?? '';
    root ||= name;
    if (name === 'ED807') day = dayOf(told('BusinessDay')) ?? dayOf(told('EDDate'));
    if (name === 'BICDirectoryEntry')
      current = { bik: told('BIC'), name: '', city: '', corr_account: '', isExcluded: false };
    else if (name === 'ParticipantInfo' && current !== undefined) {
      current.name = told('NameP');
      current.city = [told('Tnp'), told('Nnp')].filter(Boolean).join(' ');
      current.isExcluded = told('ParticipantStatus') === 'PSDL';
    } else if (
      name === 'Accounts' &&
      current !== undefined &&
      told('RegulationAccountType') === 'CRSA' &&
      told('AccountStatus') === 'ACAC'
    )
      current.corr_account ||= told('Account');
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'BICDirectoryEntry' || current === undefined) return;
    const { isExcluded, ...bank } = current;
    if (!isExcluded) banks.push(bank);
    current = undefined;
  });
  try {
    parser.write(textOf(file)).close();
  } catch (cause) {
    const sentence = cause instanceof Error && /[а-я]/i.test(cause.message) ? cause.message : NOT_A_DIRECTORY;
    throw new Error(sentence, { cause });
  }
  if (root !== 'ED807' || banks.length === 0) throw new Error(NOT_A_DIRECTORY);
  if (banks.some(({ bik, name }) => !/^\d{9}$/.test(bik) || name === '')) throw new Error(NOT_A_DIRECTORY);
  return { banks, day };
}

const dayOf = (text: string) => (z.iso.date().safeParse(text).success ? text : null);
