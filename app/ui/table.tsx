import type { ReactNode } from 'react'
import styles from '#app/ui/table.module.css'

type Props = { columns: ReactNode[]; rows: { key: string; cells: ReactNode[] }[] }

export function Table({ columns, rows }: Props) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in place
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in place
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
