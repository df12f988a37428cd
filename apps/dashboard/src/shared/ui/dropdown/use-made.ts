import { useEffect, useState } from 'react';

/**
 * Mounts an overlay on first open and keeps it mounted. It mounts closed, because an overlay saves the focused element when it opens.
 *
 * @returns `isMade`: whether to mount the overlay; `opened`: whether it is open.
 */
export function useMade(isOpen: boolean): { isMade: boolean; opened: boolean } {
  const [isMade, setMade] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setMade(true);
  }, [isOpen]);
  return { isMade: isMade || isOpen, opened: isMade && isOpen };
}
