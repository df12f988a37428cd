import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';

/** Something beside the list asks for the next step: a panel that is open, the bar of what is ticked, a page that did not come. */
export const IsListAsideContext = createContext(false);

/** Variant of the main action of a list: filled, as long as it is the only one. */
const useMainVariant = () => (useContext(IsListAsideContext) ? 'default' : 'filled');

type MainButtonProps = ButtonProps & { onClick: () => void; 'aria-label'?: string; children: ReactNode };

/** The main action of a list. */
export const MainButton = (props: MainButtonProps) => <Button variant={useMainVariant()} {...props} />;

type MainLinkProps = ButtonProps & { to: string; 'aria-label'?: string; children: ReactNode };

/** The main action of a list that leads to a page of its own. */
export const MainLink = (props: MainLinkProps) => (
  <Button component={Link} variant={useMainVariant()} {...props} />
);
