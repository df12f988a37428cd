import { Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router-dom';

/** True when another element has the primary action: an open panel, the selection bar or a load error. */
export const HasOtherMainActionContext = createContext(false);

/** Filled, unless another element has the primary action. */
const useMainVariant = () => (useContext(HasOtherMainActionContext) ? 'default' : 'filled');

type MainButtonProps = ButtonProps & { onClick: () => void; 'aria-label'?: string; children: ReactNode };

/** Primary action of a list, as a button. */
export const MainButton = (props: MainButtonProps) => <Button variant={useMainVariant()} {...props} />;

type MainLinkProps = ButtonProps & { to: string; 'aria-label'?: string; children: ReactNode };

/** Primary action of a list, as a link. */
export const MainLink = (props: MainLinkProps) => (
  <Button component={Link} variant={useMainVariant()} {...props} />
);
