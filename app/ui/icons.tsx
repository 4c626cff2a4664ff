import type { ReactNode } from 'react'

/** Creates an icon component that is hidden from assistive technology. */
function icon(drawing: ReactNode) {
  return function Icon({ className }: { className?: string }) {
    return (
      <svg
        className={className}
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }
}

export const PhoneIcon = icon(
  <path d="M6.6 3.5 9 3l1.9 4.6-2 1.6a12 12 0 0 0 5.9 5.9l1.6-2L21 15l-.5 2.4a3.2 3.2 0 0 1-3.3 2.6A14.4 14.4 0 0 1 4 6.8a3.2 3.2 0 0 1 2.6-3.3z" />,
)
export const MenuIcon = icon(<path d="M3.5 7h17M3.5 12h17M3.5 17h11" />)
export const CloseIcon = icon(<path d="m5.5 5.5 13 13m0-13-13 13" />)
export const MailIcon = icon(<path d="M3.5 5.5h17v13h-17zm0 1 8.5 7 8.5-7" />)
export const PinIcon = icon(
  <>
    <path d="M12 21c4.6-5 7-8.6 7-11.6A7 7 0 0 0 5 9.4c0 3 2.4 6.6 7 11.6z" />
    <circle cx="12" cy="9.5" r="2.5" />
  </>,
)
export const ArrowIcon = icon(<path d="M4 12h16m-6-6 6 6-6 6" />)
export const CheckIcon = icon(<path d="m4.5 12.5 5 5 10-11" />)
export const StarIcon = icon(
  <path d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z" />,
)
export const ChatIcon = icon(<path d="M4 5.5h16v11H11l-4.5 3.5v-3.5H4zm4.5 5.4v.2m3.5-.2v.2m3.5-.2v.2" />)
export const SendIcon = icon(<path d="m4 12 16-7.5-5.5 16-3-6.5zm7.5 2L20 4.5" />)
