import { useEffect, useState } from 'react';

/**
 * Mounts an overlay on first open and keeps it mounted. It mounts closed, because an overlay saves the focused element when it opens.
 *
 * @returns `isMounted`: whether to mount the overlay; `opened`: whether it is open.
 */
export function useLazyMount(isOpen: boolean): { isMounted: boolean; opened: boolean } {
  const [isMounted, setMounted] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setMounted(true);
  }, [isOpen]);
  return { isMounted: isMounted || isOpen, opened: isMounted && isOpen };
}
