const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ';

/** Latin letters as documents of people spell Russian ones. */
const LETTERS: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

const moved = (from: string, to: string) => {
  const keys = new Map(Array.from(from, (key, index) => [key, to[index] ?? key]));
  return (text: string) => Array.from(text, (key) => keys.get(key) ?? key).join('');
};

/** Russian letters as the same keys write them in the Latin layout. */
export const inLatinLayout = moved(RUSSIAN, LATIN);

/** Latin letters as the same keys write them in the Russian layout. */
export const inRussianLayout = moved(LATIN, RUSSIAN);

/** A Russian word in Latin letters. */
export const toLatinLayout = (word: string) =>
  Array.from(word, (letter) => LETTERS[letter] ?? letter).join('');
