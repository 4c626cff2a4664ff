import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import styles from '#app/ui/field.module.css'

type Common = { id: string; label: ReactNode; error?: string; className?: string }

function Labelled({ id, label, error, className, children }: Common & { children: ReactNode }) {
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const wiring = ({ id, error }: Pick<Common, 'id' | 'error'>) => ({
  id,
  className: styles.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
})

/** A line to fill in, with its label and, where something is wrong, what. */
export function Field({
  id,
  label,
  error,
  className,
  type = 'text',
  ...input
}: Common & ComponentProps<'input'>) {
  return (
    <Labelled id={id} label={label} error={error} className={className}>
      <input {...input} type={type} {...wiring({ id, error })} />
    </Labelled>
  )
}

/** Several lines to fill in. */
export function TextField({ id, label, error, className, ...input }: Common & ComponentProps<'textarea'>) {
  return (
    <Labelled id={id} label={label} error={error} className={className}>
      <textarea {...input} {...wiring({ id, error })} />
    </Labelled>
  )
}

/** A box to tick; its label is what is agreed to. */
export function Checkbox({ id, label, ...input }: Pick<Common, 'id' | 'label'> & ComponentProps<'input'>) {
  return (
    <div className={styles.choice}>
      <input {...input} id={id} type="checkbox" className={styles.box} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
