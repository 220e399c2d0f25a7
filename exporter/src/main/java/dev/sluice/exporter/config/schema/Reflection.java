package dev.sluice.exporter.config.schema;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.stream.Stream;

/**
 * Creates objects and calls methods through reflection. A failure in this class is an error in the declaration of a
 * section.
 */
final class Reflection {

    private Reflection() {}

    /** Creates an object with a record's canonical constructor, or another class' constructor without parameters. */
    static <T> T make(Class<T> type, Object... arguments) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(
                    type.isRecord()
                            ? Stream.of(type.getRecordComponents())
                                    .map(component -> component.getType())
                                    .toArray(Class<?>[]::new)
                            : new Class<?>[0]);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create " + type, e);
        }
    }

    static Object call(Method method, Object target, Object... arguments) {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + method, e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("failed: " + method, e.getCause());
        }
    }
}
