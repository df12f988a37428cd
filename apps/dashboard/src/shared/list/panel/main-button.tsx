import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

/** Something beside the list asks for the next step: a panel that is open, or the bar of what is ticked. */
export const IsListAsideContext = createContext(false);

type MainButtonProps = ButtonProps & { onClick: () => void; 'aria-label'?: string; children: ReactNode };

/** The main action of a list: the filled one, as long as it is the only one. */
export const MainButton = (props: MainButtonProps) => (
  <Button variant={useContext(IsListAsideContext) ? 'default' : 'filled'} {...props} />
);
