const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ';

/** Russian letters and their Latin spelling in passports. */
const TRANSLITERATION: Record<string, string> = {
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

const createConverter = (from: string, to: string) => {
  const keys = new Map(Array.from(from, (key, index) => [key, to[index] ?? key]));
  return (text: string) => Array.from(text, (key) => keys.get(key) ?? key).join('');
};

/** Converts Russian letters to the letters on the same keys of the Latin layout. */
export const inLatinLayout = createConverter(RUSSIAN, LATIN);

/** Converts Latin letters to the letters on the same keys of the Russian layout. */
export const inRussianLayout = createConverter(LATIN, RUSSIAN);

/** Transliterates a Russian word. */
export const toLatinLayout = (word: string) =>
  Array.from(word, (letter) => TRANSLITERATION[letter] ?? letter).join('');
