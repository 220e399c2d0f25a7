// Draws events as lines and shaded areas behind a chart.
import { useLayoutEffect } from 'react';

/** Draws the events of annotations on a uPlot chart. */
export function AnnotationLines({ config, events }) {
  useLayoutEffect(() => {
    config.addHook('draw', (plot) => {
      const { ctx, bbox } = plot;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      for (const { from, to, color } of events) {
        const left = plot.valToPos(from * 1000, 'x', true);
        const right = plot.valToPos(to * 1000, 'x', true);
        ctx.fillStyle = color;
        ctx.globalAlpha = 0.08;
        ctx.fillRect(left, bbox.top, right - left, bbox.height);
        ctx.globalAlpha = 0.8;
        ctx.strokeStyle = color;
        ctx.lineWidth = 1;
        ctx.setLineDash([4, 4]);
        ctx.beginPath();
        ctx.moveTo(left, bbox.top);
        ctx.lineTo(left, bbox.top + bbox.height);
        ctx.stroke();
      }
      ctx.restore();
    });
  }, [config, events]);
  return null;
}
