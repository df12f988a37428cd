import { useMediaQuery } from '@mantine/hooks';

const AT_ONCE = { getInitialValueInEffect: false };

/** A phone: no table has room. */
export const useIsNarrow = () => useMediaQuery('(max-width: 47.99em)', false, AT_ONCE);

/** Room for a panel beside the page. */
export const useIsWide = () => useMediaQuery('(min-width: 75em)', true, AT_ONCE);
