import { useTranslation } from 'react-i18next';
import type { OrderPreview } from '#api-contract/order.ts';
import { drawing, drawRoute, nameHeights } from '../route-map.ts';

/** Where the parcel goes, drawn here from the two points: no map service learns an address. */
export function RouteDrawing({ delivery }: { delivery: OrderPreview['deliveries'][number] }) {
  const { t } = useTranslation();
  const valueIn = (name: string) => delivery.fields.find(({ field }) => field === name)?.value ?? null;
  const points = drawRoute(valueIn('pickup_coordinates'), valueIn('dropoff_coordinates'));
  if (points === null) return null;
  const [from, to] = points;
  const [fromY, toY] = nameHeights(points);
  const label = (x: number) => (x < drawing.width / 2 ? 'start' : 'end');
  return (
    <svg
      className="panel-map"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      role="img"
      aria-label={t('map.label', { from: valueIn('pickup_address') ?? '', to: valueIn('dropoff_address') ?? '' })}
    >
      <line className="panel-map-line" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <rect className="panel-map-pickup" x={from.x - 5} y={from.y - 5} width="10" height="10" rx="2" />
      <circle className="panel-map-dropoff" cx={to.x} cy={to.y} r="5" />
      <text x={from.x} y={fromY} textAnchor={label(from.x)}>
        {t('map.pickup')}
      </text>
      <text x={to.x} y={toY} textAnchor={label(to.x)}>
        {t('map.dropoff')}
      </text>
    </svg>
  );
}
