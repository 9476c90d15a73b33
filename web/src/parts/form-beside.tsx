import type { ReactNode } from 'react';
import classes from './form-beside.module.css';

interface FormBesideProps {
  /** The form. */
  readonly children: ReactNode;
  /** The preview of the form; it stays in view while a longer form scrolls. */
  readonly beside: ReactNode;
}

/** A form and a preview, in two columns where there is room. */
export function FormBeside({ children, beside }: FormBesideProps) {
  return (
    <div className={classes['columns']}>
      {children}
      <div className={classes['beside']}>{beside}</div>
    </div>
  );
}
