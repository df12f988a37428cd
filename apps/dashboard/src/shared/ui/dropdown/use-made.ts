import { useEffect, useState } from 'react';

/**
 * What opens is made when it is first opened, and stays. It is made closed: at its opening it remembers where the focus was.
 *
 * @returns whether it is there, and whether it is open.
 */
export function useMade(isOpen: boolean): { isMade: boolean; opened: boolean } {
  const [isMade, setMade] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setMade(true);
  }, [isOpen]);
  return { isMade: isMade || isOpen, opened: isMade && isOpen };
}
