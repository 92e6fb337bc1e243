import type { BoardData } from './board-data.ts';

const PLAY_SPEED = 60;
const FAST_SPEED = 300;

/**
 * The buttons that play a simulated day, and what is simulated. The board's script sends what a button names to
 * `/_control/simulation`; without it there are no buttons.
 */
export function playTheDay({ running, speed, skipIdle, isIdle }: NonNullable<BoardData['driving']>): string {
  const isFast = speed >= FAST_SPEED;
  const buttons = running
    ? button('Pause', { running: false, speed: 1 }, 'primary') +
      (isFast ? button('Slower', play(PLAY_SPEED)) : button('Faster', play(FAST_SPEED)))
    : button('Play the day', play(PLAY_SPEED), 'primary');
  const minutes = Math.round(speed / 60);
  const rhythm =
    minutes < 1
      ? `${speed} times as fast as real`
      : `each second is ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  const ahead = 'Shops keep the real time: to them these deliveries come before their slots.';
  const playing = isIdle
    ? 'Nothing is left to deliver. The clock goes at normal speed until the next order is booked.'
    : `Drivers collect and deliver; ${rhythm}.${skipIdle ? ' Hours without a drive are skipped.' : ''} ${ahead}`;
  const paused = 'Drivers and roads are simulated, and drivers wait. Play the day, and they collect and deliver.';
  return `<section class="play" aria-label="Simulation">
    <p role="status">${running ? playing : paused}</p><p class="buttons">${buttons}</p>
  </section>`;
}

const play = (speed: number) => ({ running: true, speed, skipIdle: true });

function button(label: string, order: Record<string, boolean | number>, kind = ''): string {
  return `<button type="button" class="${kind}" data-drive='${JSON.stringify(order)}'>${label}</button>`;
}
