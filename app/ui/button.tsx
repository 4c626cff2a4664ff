import type { ComponentProps } from 'react'
import styles from '#app/ui/button.module.css'
import { classNames } from '#app/ui/class-names.ts'
import { PageLink } from '#app/ui/page-link.tsx'

export type ButtonVariant = 'solid' | 'quiet'
type Style = { variant?: ButtonVariant; small?: boolean; className?: string }

const buttonClass = ({ variant = 'solid', small, className }: Style) =>
  classNames(styles.button, styles[variant], small && styles.small, className)

/** A button for an action. `busy` shows that the action is in progress. */
export function Button({
  variant,
  small,
  busy,
  className,
  ...props
}: ComponentProps<'button'> & Style & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, small, className })}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, small, className, ...props }: ComponentProps<typeof PageLink> & Style) {
  return <PageLink {...props} className={buttonClass({ variant, small, className })} />
}
